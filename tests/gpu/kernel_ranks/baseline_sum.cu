/* SPDX-License-Identifier: MIT
 *
 * CLASS: common
 * SUMMARY: a copy, a barrier and the sums, three launches
 * LAUNCH: copy<<<min(ceil_div(elems, 256), 128), 256>>>(peers, a, elems)
 * LAUNCH: meet<<<1, 32>>>(peers)
 * LAUNCH: add<<<min(ceil_div(elems, 256), 128), 256>>>(peers, sum, elems)
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

__global__ void copy(const __grid_constant__ struct aisp_ranks peers, const float *a,
		     int64_t n)
{
	show(&peers, a, n);
}

__global__ void meet(const __grid_constant__ struct aisp_ranks peers)
{
	aisp_gpu_rank_barrier(&peers, 1);
}

__global__ void add(const __grid_constant__ struct aisp_ranks peers, float *sum,
		    int64_t n)
{
	add_all(&peers, sum, n);
}
