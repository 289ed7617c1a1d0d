/* SPDX-License-Identifier: MIT
 *
 * All operations on a row while it is in the first-level cache: memory sees one read
 * and one write of each element.  The variance still takes a sweep of its own, as sum
 * of squares minus square of sum cancels.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_layernorm.h"

static void normalise_row(const float *x, const float *restrict g,
			  const float *restrict b, int64_t n, float *restrict y)
{
	float sum = 0, squares = 0, mean, scale;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++)
		sum += x[j];
	mean = sum / (float)n;
#pragma omp simd reduction(+ : squares)
	for (int64_t j = 0; j < n; j++)
		squares += (x[j] - mean) * (x[j] - mean);
	scale = 1 / sqrtf(squares / (float)n + LAYER_EPS);
	for (int64_t j = 0; j < n; j++)
		y[j] = (x[j] - mean) * scale * g[j] + b[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[LAYER_COLS];

	(void)state;
	for (int64_t i = 0; i < io->param[LAYER_ROWS]; i++)
		normalise_row(aisp_in_f32(io, 0) + i * cols, aisp_in_f32(io, 1),
			      aisp_in_f32(io, 2), cols, aisp_out_f32(io, 0) + i * cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, row by row",
	.run = run,
};
