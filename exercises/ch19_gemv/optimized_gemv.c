/* SPDX-License-Identifier: MIT
 *
 * Exercise: add the products of a group up as integers, and scale once a group.  The
 * last group of a row may be shorter than GROUP.
 * FLAGS: -O3
 */
#include "workload_gemv.h"

#include <aisp/clones.h>

AISP_CLONES static float row(const int8_t *wq, const float *ws, const int8_t *xq,
			     const float *xs, int64_t k)
{
	int64_t sum = 0;

	(void)ws;
	(void)xs;
	for (int64_t i = 0; i < k; i++)
		sum += (int64_t)wq[i] * xq[i];
	return (float)sum; /* yours: each GROUP of products has its scales */
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t k = io->param[COLS], g = n_groups(io->param);
	float *y = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		y[i] = row(in_i8(io, IN_WQ) + i * k, aisp_in_f32(io, IN_WS) + i * g,
			   in_i8(io, IN_XQ), aisp_in_f32(io, IN_XS), k);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sums of groups as integers",
	.run = run,
};
