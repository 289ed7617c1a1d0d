/* SPDX-License-Identifier: MIT
 *
 * pairs_early.h - what is around the products: three kernels that are there before
 * the one before them has ended, and routing that many blocks do.
 */
#ifndef PAIRS_EARLY_H
#define PAIRS_EARLY_H

#include <aisp/launch_early.h>

#include "experts_sums.h"

#define COUNT_WARPS 16 /* of a block */
#define FEW         4  /* scores that a lane keeps */

/* What the order of experts takes to find, and the products to agree about. */
struct counts {
	int *of;   /* each expert's rows */
	int *done; /* of each unit; both begin as zeros */
	int *rank; /* token k + i -> its place among the expert's */
};

/* Like choose_experts(), for at most 32 FEW experts, whose scores are read once. */
static __device__ __forceinline__ struct choice choose_few(const uint16_t *scores,
							   int experts, int k)
{
	int lane = threadIdx.x % 32;
	uint32_t x[FEW], found = UINT32_MAX, mine = 0, first = 0;
	float weight;

#pragma unroll
	for (int i = 0; i < FEW; i++) {
		int e = lane + 32 * i;

		x[i] = e < experts ? packed_of(__ldg(scores + e), e) : 0;
	}
	for (int i = 0; i < k; i++) {
		uint32_t most = 0;

#pragma unroll
		for (int j = 0; j < FEW; j++)
			most = x[j] < found ? max(most, x[j]) : most;
		found = __reduce_max_sync(~0u, most);
		first = i ? first : found;
		mine = lane == i ? found : mine;
	}
	weight = lane < k ? expf(score_of(mine) - score_of(first)) : 0;
	return { mine, weight / aisp_warp_sum(weight) };
}

static __device__ __forceinline__ struct choice choose(const uint16_t *scores,
						       int experts, int k)
{
	return experts <= 32 * FEW ? choose_few(scores, experts, k)
				   : choose_experts(scores, experts, k);
}

/* The rank of each expert's first row of this block, in place of how many these are:
 * one sum for all, as each waits for the others at the same expert. */
static __device__ __forceinline__ void rank_of_block(int *count, int *of, int experts)
{
	__syncthreads();
	for (int e = threadIdx.x; e < experts; e += blockDim.x)
		count[e] = count[e] ? atomicAdd(of + e, count[e]) : 0;
	__syncthreads();
}

/* A warp a token.  The order of an expert's tokens is that in which they come here. */
static __global__ void __launch_bounds__(32 * COUNT_WARPS)
	route_and_count(int *ids, float *weights, const struct counts c,
			const uint16_t *scores, int tokens, int experts, int k)
{
	__shared__ int count[MOST_EXPERTS];
	int token = blockIdx.x * COUNT_WARPS + threadIdx.x / 32;
	int lane = threadIdx.x % 32, at = token * k + lane, id = 0, rank = 0;
	bool is_there = token < tokens && lane < k;
	struct choice x = {};

	cudaTriggerProgrammaticLaunchCompletion();
	for (int e = threadIdx.x; e < experts; e += blockDim.x)
		count[e] = 0;
	if (token < tokens)
		x = choose(scores + (int64_t)token * experts, experts, k);
	__syncthreads();
	if (is_there) {
		id = expert_of(x.packed);
		ids[at] = id;
		weights[at] = x.weight;
		rank = atomicAdd(&count[id], 1);
	}
	rank_of_block(count, c.of, experts);
	if (is_there)
		c.rank[at] = count[id] + rank;
}

/* A row a thread.  Each block adds up anew where experts begin; the first cuts units of
 * at most `most` tokens. */
static __global__ void __launch_bounds__(ORDER_THREADS)
	put_in_places(const struct order o, const struct counts c, const int *ids,
		      int n_rows, int experts, int k, int most)
{
	__shared__ int start[ORDER_THREADS], room[32];
	int e = threadIdx.x, i = blockIdx.x * ORDER_THREADS + e, n, before;

	cudaTriggerProgrammaticLaunchCompletion();
	cudaGridDependencySynchronize();
	n = e < experts ? c.of[e] : 0;
	start[e] = sum_before(n, room);
	if (blockIdx.x == 0) {
		before = sum_before((n + most - 1) / most, room);
		cut(o.part + before, e, start[e], n, most);
		if (e == ORDER_THREADS - 1)
			*o.n_parts = before + (n + most - 1) / most;
	}
	__syncthreads();
	if (i < n_rows) {
		int at = start[ids[i]] + c.rank[i];

		o.row[at] = i / k;
		o.back[i] = at;
	}
}

static __global__ void combine_early(uint16_t *y, const uint16_t *out,
				     const struct order o, int k, int width)
{
	cudaGridDependencySynchronize();
	combine_token(y, out, o, k, width);
}

#endif
