/* SPDX-License-Identifier: MIT */
#include "workload_sum.h"

#include "../ranks/sum_call.cuh"
#include "../ranks/sum_hasty.cuh"

static __global__ void all_reduce(const __grid_constant__ struct aisp_ranks r,
				  const float *x, float *y, int64_t n)
{
	show_for_a_while(&r, x, n);
	add_all(&r, y, n);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "what others have shown after a while",
	.run = run,
};
