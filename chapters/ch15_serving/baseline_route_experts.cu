/* SPDX-License-Identifier: MIT
 *
 * A thread per token: it reads all scores k times, for the largest that is below the
 * one found before.
 *
 * CLASS: common
 * SUMMARY: a thread per token, k passes
 * LAUNCH: route<<<ceil_div(tokens, 128), 128>>>(ids, weights, scores, tokens, experts,
 *             k)
 */
#include "workload_route_experts.h"

#include "route_gpu.h"

static __device__ uint32_t largest_below(const uint16_t *scores, int experts,
					 uint32_t bound)
{
	uint32_t most = 0;

	for (int e = 0; e < experts; e++) {
		uint32_t x = packed_of(scores[e], e);

		most = x < bound && x > most ? x : most;
	}
	return most;
}

__global__ void route(int *ids, float *weights, const uint16_t *scores, int64_t tokens,
		      int experts, int k)
{
	int64_t token = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t found = UINT32_MAX, first = 0;
	float sum = 0;

	if (token >= tokens)
		return;
	for (int i = 0; i < k; i++) {
		found = largest_below(scores + token * experts, experts, found);
		first = i ? first : found;
		ids[token * k + i] = expert_of(found);
		weights[token * k + i] = expf(score_of(found) - score_of(first));
		sum += weights[token * k + i];
	}
	for (int i = 0; i < k; i++)
		weights[token * k + i] /= sum;
}
