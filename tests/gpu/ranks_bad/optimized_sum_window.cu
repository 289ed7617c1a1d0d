/* SPDX-License-Identifier: MIT
 *
 * Rank 1 writes to the window of rank 0, which is for reading.
 */
#include "workload_sum.h"

#include "../ranks/sum_call.cuh"

static __global__ void all_reduce(const __grid_constant__ struct aisp_ranks r,
				  const float *x, float *y, int64_t n)
{
	if (r.rank == 1 && first_elem() == 0)
		*(float *)r.window[0] = 1;
	show(&r, x, n);
	aisp_gpu_block_barrier(&r, (int)blockIdx.x, 1);
	for (int64_t i = first_elem(); i < n; i += elem_step())
		add_shown(&r, y, i);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "writes where it may read",
	.run = run,
};
