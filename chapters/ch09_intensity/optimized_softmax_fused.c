/* SPDX-License-Identifier: MIT
 *
 * All operations on a row while it is in the first-level cache: memory sees one read
 * and one write of each element.
 * FLAGS: -O3
 */
#include "workload_softmax.h"

static void softmax_row(const float *x, int64_t n, float *y)
{
	float max = x[0], sum = 0;

	for (int64_t j = 1; j < n; j++)
		max = x[j] > max ? x[j] : max;
	for (int64_t j = 0; j < n; j++) {
		y[j] = expf(x[j] - max);
		sum += y[j];
	}
	for (int64_t j = 0; j < n; j++)
		y[j] /= sum;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t cols = io->param[SOFTMAX_COLS];

	(void)state;
	for (int64_t i = 0; i < io->param[SOFTMAX_ROWS]; i++)
		softmax_row(aisp_in_f32(io, 0) + i * cols, cols,
			    aisp_out_f32(io, 0) + i * cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, row by row",
	.run = run,
};
