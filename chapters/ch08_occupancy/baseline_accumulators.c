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

#include "dots_accumulators.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one chain of additions",
	.run = run,
};
