/* SPDX-License-Identifier: MIT
 *
 * A warp per token: scores stay in registers, and the largest of all lanes is one
 * instruction (redux.sync).  Lane i keeps what was found in turn i.
 *
 * SUMMARY: a warp per token, scores in registers
 * LAUNCH: route<<<ceil_div(tokens, 8), 256>>>(ids, weights, scores, tokens, experts, k)
 */
#include "workload_route_experts.h"

#include <aisp/warp.h>

#include "route_gpu.h"

#define WARPS 8 /* of a block */

/* Experts lane, lane + 32, ...; 0 is below all scores. */
template <int PER_LANE>
static __device__ void load(uint32_t *x, const uint16_t *scores, int experts, int lane)
{
#pragma unroll
	for (int i = 0; i < PER_LANE; i++) {
		int e = lane + 32 * i;

		x[i] = e < experts ? packed_of(scores[e], e) : 0;
	}
}

/* The largest of those that are less than bound. */
template <int PER_LANE>
static __device__ uint32_t largest_below(const uint32_t *x, uint32_t bound)
{
	uint32_t most = 0;

#pragma unroll
	for (int i = 0; i < PER_LANE; i++)
		most = x[i] < bound ? max(most, x[i]) : most;
	return __reduce_max_sync(~0u, most);
}

/* k <= 32 */
template <int PER_LANE>
static __device__ void route_token(int *ids, float *weights, const uint16_t *scores,
				   int experts, int k)
{
	int lane = (int)threadIdx.x % 32;
	uint32_t x[PER_LANE], found = UINT32_MAX, mine = 0, first = 0;
	float weight;

	load<PER_LANE>(x, scores, experts, lane);
	for (int i = 0; i < k; i++) {
		found = largest_below<PER_LANE>(x, found);
		first = i ? first : found;
		mine = lane == i ? found : mine;
	}
	weight = lane < k ? expf(score_of(mine) - score_of(first)) : 0;
	weight /= aisp_warp_sum(weight);
	if (lane < k) {
		ids[lane] = expert_of(mine);
		weights[lane] = weight;
	}
}

__global__ void route(int *ids, float *weights, const uint16_t *scores, int64_t tokens,
		      int experts, int k)
{
	int64_t token = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;

	if (token >= tokens)
		return;
	ids += token * k;
	weights += token * k;
	scores += token * experts;
	if (experts <= 128)
		route_token<4>(ids, weights, scores, experts, k);
	else if (experts <= 256)
		route_token<8>(ids, weights, scores, experts, k);
	else
		route_token<32>(ids, weights, scores, experts, k);
}
