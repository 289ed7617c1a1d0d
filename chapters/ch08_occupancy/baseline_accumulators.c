/* SPDX-License-Identifier: MIT
 *
 * One sum: each addition waits for the one before it, and the latency of an
 * addition, not its throughput, is the pace.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_accumulators.h"

static float dot(const float *x, const float *y, int64_t n)
{
	float sum = 0;

	for (int64_t j = 0; j < n; j++)
		sum += x[j] * y[j];
	return sum;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *x = aisp_in_f32(io, 0), *q = aisp_in_f32(io, 1);
	int64_t cols = io->param[COLS];
	float *out = aisp_out_f32(io, 0);

	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i++)
		for (int64_t k = 0; k < io->param[QUERIES]; k++)
			*out++ = dot(x + i * cols, q + k * cols, cols);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one chain of additions",
	.run = run,
};
