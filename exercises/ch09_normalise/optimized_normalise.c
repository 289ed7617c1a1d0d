/* SPDX-License-Identifier: MIT
 *
 * Exercise: do all operations on two rows while they lie in the first cache, so that a
 * weight g that is loaded serves both.  The number of rows may be odd.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_normalise.h"

static float scale_of(const float *x, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++)
		sum += x[j] * x[j];
	return 1 / sqrtf(sum / (float)n + NORM_EPS);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];

	(void)state;
	for (int64_t i = 0; i < rows; i++) {
		const float *x = aisp_in_f32(io, 0) + i * cols;
		float *y = aisp_out_f32(io, 0) + i * cols, scale = scale_of(x, cols);

		for (int64_t j = 0; j < cols; j++)
			y[j] = x[j] * scale; /* yours: g, and two rows at a time */
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "two rows at a time",
	.run = run,
};
