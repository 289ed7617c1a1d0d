/* SPDX-License-Identifier: MIT
 *
 * All operations on a row while it is in the first-level cache: memory sees one
 * read and one write of each element.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_normalise.h"

static void normalise_row(const float *x, const float *restrict g, int64_t n,
			  float *restrict y)
{
	float sum = 0, scale;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++)
		sum += x[j] * x[j];
	scale = 1 / sqrtf(sum / (float)n + NORM_EPS);
	for (int64_t j = 0; j < n; j++)
		y[j] = x[j] * scale * g[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++)
		normalise_row(aisp_in_f32(io, 0) + i * cols, aisp_in_f32(io, 1), cols,
			      aisp_out_f32(io, 0) + i * cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, row by row",
	.run = run,
};
