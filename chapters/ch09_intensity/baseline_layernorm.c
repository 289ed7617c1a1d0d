/* SPDX-License-Identifier: MIT
 *
 * A pass over the whole matrix for each operation: means, variances, centred and
 * scaled rows, scaled and shifted columns.  Four reads and two writes of each element.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_layernorm.h"

static void find_means(const float *x, int64_t rows, int64_t cols, float *mean)
{
	for (int64_t i = 0; i < rows; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int64_t j = 0; j < cols; j++)
			sum += x[i * cols + j];
		mean[i] = sum / (float)cols;
	}
}

static void find_scales(const float *x, const float *mean, int64_t rows, int64_t cols,
			float *scale)
{
	for (int64_t i = 0; i < rows; i++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int64_t j = 0; j < cols; j++) {
			float d = x[i * cols + j] - mean[i];

			sum += d * d;
		}
		scale[i] = 1 / sqrtf(sum / (float)cols + LAYER_EPS);
	}
}

static void normalise_rows(const float *x, const float *mean, const float *scale,
			   int64_t rows, int64_t cols, float *y)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] = (x[i * cols + j] - mean[i]) * scale[i];
}

static void scale_columns(float *y, const float *restrict g, const float *restrict b,
			  int64_t rows, int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] = y[i * cols + j] * g[j] + b[j];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[LAYER_ROWS], cols = io->param[LAYER_COLS];
	float *mean = io->workspace, *scale = mean + rows, *y = aisp_out_f32(io, 0);
	const float *x = aisp_in_f32(io, 0);

	(void)state;
	find_means(x, rows, cols, mean);
	find_scales(x, mean, rows, cols, scale);
	normalise_rows(x, mean, scale, rows, cols, y);
	scale_columns(y, aisp_in_f32(io, 1), aisp_in_f32(io, 2), rows, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each operation",
	.run = run,
};
