/* SPDX-License-Identifier: MIT
 *
 * Rank 1 waits for a signal that nobody sends.
 */
#include "workload_sum.h"

#include "../ranks/sum_call.cuh"

static __global__ void all_reduce(const __grid_constant__ struct aisp_ranks r,
				  const float *x, float *y, int64_t n)
{
	show(&r, x, n);
	aisp_gpu_block_barrier(&r, (int)blockIdx.x, 1);
	if (r.rank == 1)
		aisp_gpu_signal_wait(&r, 0, 4000, 1);
	for (int64_t i = first_elem(); i < n; i += elem_step())
		add_shown(&r, y, i);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "waits for ever",
	.run = run,
};
