/* SPDX-License-Identifier: MIT
 *
 * An operation at a time over the whole matrix, as an eager framework runs the
 * chain: the intermediate is written four times and read three.
 */
#include "workload_fusion.h"

static void scale_columns(const float *x, const float *scale, int64_t rows,
			  int64_t cols, float *y)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] = x[i * cols + j] * scale[j];
}

static void shift_columns(const float *shift, int64_t rows, int64_t cols, float *y)
{
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = 0; j < cols; j++)
			y[i * cols + j] += shift[j];
}

static void activate(int64_t n, float *y)
{
	for (int64_t i = 0; i < n; i++)
		y[i] = hardswish(y[i]);
}

static void add(const float *x, int64_t n, float *y)
{
	for (int64_t i = 0; i < n; i++)
		y[i] += x[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	float *y = aisp_out_f32(io, 0);

	(void)state;
	scale_columns(aisp_in_f32(io, 0), aisp_in_f32(io, 1), rows, cols, y);
	shift_columns(aisp_in_f32(io, 2), rows, cols, y);
	activate(rows * cols, y);
	add(aisp_in_f32(io, 3), rows * cols, y);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "four passes over the matrix",
	.run = run,
};
