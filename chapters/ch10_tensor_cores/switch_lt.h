/* SPDX-License-Identifier: MIT
 *
 * switch_lt.h - cuBLASLt on either form of the inputs, the fastest of its list.  The
 * variant says which before: SWITCH_FIRST, the input that is A, SWITCH_TYPE of it, and
 * SWITCH_UNITS.
 */
#ifndef SWITCH_LT_H
#define SWITCH_LT_H

#include <aisp/cublaslt.h>

/* Inputs from SWITCH_FIRST on. */
static struct aisp_io seen(const struct aisp_io *io)
{
	struct aisp_io v = *io;

	v.in += SWITCH_FIRST;
	return v;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct aisp_io v = seen(io);
	int rc = lt_new(state, &v, SWITCH_TYPE, CUDA_R_32F, SWITCH_UNITS);

	return rc ? rc : lt_choose(*state, &v);
}

static int run(const struct aisp_io *io, void *state)
{
	struct aisp_io v = seen(io);

	return lt_run(&v, state);
}

#endif
