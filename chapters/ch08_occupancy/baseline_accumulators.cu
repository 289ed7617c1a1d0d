/* SPDX-License-Identifier: MIT
 *
 * One sum and one pair of loads at a time: each lane waits out memory's latency
 * for every product.
 */
#include "workload_accumulators.h"

static __device__ float lane_dot(const float *restrict x, const float *restrict q,
				 int64_t n, int lane)
{
	float sum = 0;

#pragma unroll 1
	for (int64_t j = lane; j < n; j += 32)
		sum += x[j] * q[j];
	return sum;
}

#include "row_accumulators.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one chain, one load under way",
	.run = run,
};
