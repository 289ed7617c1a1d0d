/* SPDX-License-Identifier: MIT
 *
 * Rank 1 writes to the window of rank 0, which is for reading.
 *
 * SUMMARY: writes where it may read
 * LAUNCH: sum_all<<<min(ceil_div(elems, 256), 128), 256>>>(peers, a, sum, elems)
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

__global__ void sum_all(const __grid_constant__ struct aisp_ranks peers, const float *a,
			float *sum, int64_t n)
{
	if (peers.rank == 1 && first_elem() == 0)
		*(float *)peers.window[0] = 1;
	show(&peers, a, n);
	aisp_gpu_block_barrier(&peers, (int)blockIdx.x, 1);
	add_all(&peers, sum, n);
}
