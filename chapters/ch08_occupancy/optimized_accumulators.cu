/* SPDX-License-Identifier: MIT
 *
 * Eight sums that do not wait for each other, and so eight loads of the row under
 * way in each lane.
 */
#include "workload_accumulators.h"

#define CHAINS 8

static __device__ float lane_dot(const float *restrict x, const float *restrict q,
				 int64_t n, int lane)
{
	float sum[CHAINS] = { 0 };
	int64_t j = lane;

#pragma unroll 1
	for (; j + 32 * (CHAINS - 1) < n; j += 32 * CHAINS)
#pragma unroll
		for (int c = 0; c < CHAINS; c++)
			sum[c] += x[j + 32 * c] * q[j + 32 * c];
#pragma unroll 1
	for (; j < n; j += 32)
		sum[0] += x[j] * q[j];
	return ((sum[0] + sum[1]) + (sum[2] + sum[3])) +
	       ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

#include "row_accumulators.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "eight independent chains, eight loads under way",
	.run = run,
};
