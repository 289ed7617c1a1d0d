/* SPDX-License-Identifier: MIT
 *
 * A pass over the whole matrix for each operation: maxima, powers with their sums,
 * quotients.  Three reads and two writes of each element; the C library's expf().
 * FLAGS: -O3
 */
#include "workload_softmax.h"

static void find_maxima(const float *x, int64_t rows, int64_t cols, float *max)
{
	for (int64_t i = 0; i < rows; i++) {
		max[i] = x[i * cols];
		for (int64_t j = 1; j < cols; j++)
			max[i] = x[i * cols + j] > max[i] ? x[i * cols + j] : max[i];
	}
}

static void find_powers(const float *x, const float *max, int64_t rows, int64_t cols,
			float *y, float *sum)
{
	for (int64_t i = 0; i < rows; i++) {
		sum[i] = 0;
		for (int64_t j = 0; j < cols; j++) {
			y[i * cols + j] = expf(x[i * cols + j] - max[i]);
			sum[i] += y[i * cols + j];
		}
	}
}

static void divide(float *y, const float *sum, int64_t rows, int64_t cols)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] /= sum[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[SOFTMAX_ROWS], cols = io->param[SOFTMAX_COLS];
	float *max = io->workspace, *sum = max + rows, *y = aisp_out_f32(io, 0);
	const float *x = aisp_in_f32(io, 0);

	(void)state;
	find_maxima(x, rows, cols, max);
	find_powers(x, max, rows, cols, y, sum);
	divide(y, sum, rows, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a pass over memory for each operation",
	.run = run,
};
