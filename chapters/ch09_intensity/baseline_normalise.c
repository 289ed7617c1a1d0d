/* SPDX-License-Identifier: MIT
 *
 * One pass over the whole matrix for each operation, as a framework runs them when it
 * is called once per operation: five trips to memory where two suffice.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_normalise.h"

static void find_scales(const float *x, int64_t rows, int64_t cols, float *scale)
{
	for (int64_t i = 0; i < rows; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int64_t j = 0; j < cols; j++)
			sum += x[i * cols + j] * x[i * cols + j];
		scale[i] = 1 / sqrtf(sum / (float)cols + NORM_EPS);
	}
}

static void multiply_rows(const float *x, const float *scale, int64_t rows,
			  int64_t cols, float *y)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] = x[i * cols + j] * scale[i];
}

static void multiply_columns(float *y, const float *restrict g, int64_t rows,
			     int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] *= g[j];
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0);
	int64_t rows = io->param[NORM_ROWS], cols = io->param[NORM_COLS];
	float *y = aisp_out_f32(io, 0), *scale = io->workspace;

	(void)state;
	find_scales(x, rows, cols, scale);
	multiply_rows(x, scale, rows, cols, y);
	multiply_columns(y, aisp_in_f32(io, 1), rows, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each operation",
	.run = run,
};
