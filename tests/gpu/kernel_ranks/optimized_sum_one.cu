/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: one kernel; blocks wait for their counterparts
 * LAUNCH: sum_all<<<min(ceil_div(elems, 256), 128), 256>>>(peers, a, sum, elems)
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

__global__ void sum_all(const __grid_constant__ struct aisp_ranks peers, const float *a,
			float *sum, int64_t n)
{
	show(&peers, a, n);
	aisp_gpu_block_barrier(&peers, (int)blockIdx.x, 1);
	add_all(&peers, sum, n);
}
