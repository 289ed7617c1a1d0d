/* SPDX-License-Identifier: MIT
 *
 * Each rank copies its numbers to its own window; after a barrier of all ranks each
 * loads those of all, an element at a time.
 *
 * CLASS: common
 * SUMMARY: publish all, wait for all ranks, sum element by element
 * LAUNCH: publish<<<ceil_div(elems, 256), 256>>>(peers, x, elems)
 * LAUNCH: meet_all<<<1, 32>>>(peers)
 * LAUNCH: add<<<ceil_div(elems, 256), 256>>>(peers, y, elems)
 */
#include "workload_allreduce_small.h"

#include <aisp/ranks_gpu.h>
#include <cuda_bf16.h>

static __device__ __nv_bfloat16 *window_of(const struct aisp_ranks &peers, int rank)
{
	return (__nv_bfloat16 *)peers.window[rank];
}

__global__ void publish(const __grid_constant__ struct aisp_ranks peers,
			const __nv_bfloat16 *x, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		window_of(peers, peers.rank)[i] = x[i];
}

__global__ void meet_all(const __grid_constant__ struct aisp_ranks peers)
{
	aisp_gpu_rank_barrier(&peers, 1);
}

__global__ void add(const __grid_constant__ struct aisp_ranks peers, __nv_bfloat16 *y,
		    int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;

	if (i >= n)
		return;
	for (int k = 0; k < peers.n; k++)
		sum += __bfloat162float(window_of(peers, k)[i]);
	y[i] = __float2bfloat16(sum);
}
