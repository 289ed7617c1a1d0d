/* SPDX-License-Identifier: MIT
 *
 * rows_overlap.h - rows on the CPU: a sum in vectors, then a product; the second pass
 * finds the row in a cache.
 */
#ifndef ROWS_OVERLAP_H
#define ROWS_OVERLAP_H

#include <aisp/clones.h>

#define SUMS 64 /* that do not wait for each other */

AISP_CLONES static void scale_row(const float *restrict x, float *restrict y, int64_t n)
{
	float sum[SUMS] = { 0 }, all = 0, by;
	int64_t j = 0;

	for (; j + SUMS <= n; j += SUMS)
		for (int k = 0; k < SUMS; k++)
			sum[k] += __builtin_fabsf(x[j + k]);
	for (; j < n; j++)
		all += __builtin_fabsf(x[j]);
	for (int k = 0; k < SUMS; k++)
		all += sum[k];
	by = 1 / (1 + all / (float)n);
	for (j = 0; j < n; j++)
		y[j] = x[j] * by;
}

/* Rows [i, end). */
static inline void scale_rows(const struct aisp_io *io, int64_t i, int64_t end)
{
	int64_t cols = io->param[COLS];

	for (; i < end; i++)
		scale_row(aisp_in_f32(io, 0) + i * cols, aisp_out_f32(io, 0) + i * cols,
			  cols);
}

#endif
