/* SPDX-License-Identifier: MIT
 *
 * strassen_lt.h - products in fp32 by cuBLASLt, of the whole or of halves.
 */
#ifndef STRASSEN_LT_H
#define STRASSEN_LT_H

#include <aisp/lt_product.h>

/* The workspace begins with the library's. */
static struct lt_operands lt_all_of(const struct aisp_io *io)
{
	struct lt_operands x = {};

	x.a = io->in[0].data;
	x.b = io->in[1].data;
	x.c = io->out[0].data;
	x.room = io->workspace;
	x.room_bytes = LIBRARY_BYTES;
	x.stream = aisp_stream(io);
	return x;
}

static int lt_fastest_of(void **state, const struct lt_shape *s,
			 const struct lt_operands *x)
{
	struct lt *l = (struct lt *)calloc(1, sizeof(*l));
	int rc;

	*state = l;
	if (!l)
		return -ENOMEM;
	rc = lt_describe(l, s, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
	return rc ? rc : lt_take_fastest(l, x);
}

static void lt_free(void *state)
{
	if (state)
		lt_release((struct lt *)state);
	free(state);
}

#endif
