/* SPDX-License-Identifier: MIT
 *
 * pairs_early.h - what is around the products: three kernels that are there before
 * the one before them has ended, and routing that many blocks do.
 */
#ifndef PAIRS_EARLY_H
#define PAIRS_EARLY_H

#include "experts_sums.h"

/* What the order of experts takes to find, and the products to agree about. */
struct counts {
	int *of;   /* each expert's rows */
	int *done; /* of each unit; both begin as zeros */
	int *rank; /* token k + i -> its place among the expert's */
};

/* A warp a token.  The order of an expert's tokens is that in which they come here. */
static __global__ void route_and_count(int *ids, float *weights, const struct counts c,
				       const uint16_t *scores, int tokens, int experts,
				       int k)
{
	int token = blockIdx.x * ROUTE_WARPS + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	struct choice x;

	cudaTriggerProgrammaticLaunchCompletion();
	if (token >= tokens)
		return;
	x = choose_experts(scores + (int64_t)token * experts, experts, k);
	if (lane < k) {
		int at = token * k + lane, id = expert_of(x.packed);

		ids[at] = id;
		weights[at] = x.weight;
		c.rank[at] = atomicAdd(c.of + id, 1);
	}
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

/* Blocks of `threads`, which await the launch before with
 * cudaGridDependencySynchronize(). */
template <class... PARAMS>
static int launch_early(const struct aisp_io *io, void (*kernel)(PARAMS...),
			int64_t blocks, int threads, int bytes, PARAMS... params)
{
	cudaLaunchAttribute early = {};
	cudaLaunchConfig_t config = {};

	early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early.val.programmaticStreamSerializationAllowed = 1;
	config.gridDim = (unsigned)blocks;
	config.blockDim = (unsigned)threads;
	config.dynamicSmemBytes = (size_t)bytes;
	config.stream = aisp_stream(io);
	config.attrs = &early;
	config.numAttrs = 1;
	return aisp_cuda_status(cudaLaunchKernelEx(&config, kernel, params...));
}

#endif
