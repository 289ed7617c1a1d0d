/* SPDX-License-Identifier: MIT
 *
 * rows_tp_mlp.h - this rank's part of rows of y, into its window.
 */
#include "reduce_behind.h"
#include <aisp/small_product.h>

AISP_CLONES static void relu(float *x, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		x[i] = x[i] > 0 ? x[i] : 0;
}

/* Rows [first, end). */
static inline void make_part(const struct aisp_io *io, int64_t first, int64_t end)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t w = io->param[WIDTH], f = io->param[INNER], n = end - first;
	float *inner = io->workspace;
	const struct aisp_product up = { .c = inner,
					 .a = aisp_in_f32(io, X) + first * w,
					 .b = aisp_in_f32(io, W1),
					 .m = n,
					 .n = f,
					 .k = w,
					 .row = w,
					 .depth = 1 };
	const struct aisp_product down = { .c = (float *)r->window[r->rank] + first * w,
					   .a = inner,
					   .b = aisp_in_f32(io, W2),
					   .m = n,
					   .n = w,
					   .k = f,
					   .row = f,
					   .depth = 1 };

	aisp_multiply(&up);
	relu(inner, n * f);
	aisp_multiply(&down);
}
