/* SPDX-License-Identifier: MIT
 *
 * Rank 1 writes to the signals that host code has: no kernel gets their address.
 *
 * SUMMARY: writes to memory of the host
 * LAUNCH: sum_all<<<min(ceil_div(elems, 256), 128), 256>>>(peers, a, sum, elems)
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

__global__ void sum_all(const __grid_constant__ struct aisp_ranks peers, const float *a,
			float *sum, int64_t n)
{
	if (peers.rank == 1 && first_elem() == 0)
		*(volatile uint32_t *)peers.host_signal[0] = 1;
	show(&peers, a, n);
	aisp_gpu_block_barrier(&peers, (int)blockIdx.x, 1);
	add_all(&peers, sum, n);
}
