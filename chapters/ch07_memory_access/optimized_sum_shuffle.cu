/* SPDX-License-Identifier: MIT
 *
 * A few times as many threads as the GPU holds, each adds up hundreds of elements by
 * itself; then shuffles inside a warp, and the last block adds up the blocks' parts.
 */
#include "workload_sum.h"

#define THREADS 512
#define WAVES   4

#include "grid_sum.h"

static __global__ void add_up(float *sum, float *part, const float *restrict x,
			      int64_t n)
{
	int64_t stride = (int64_t)gridDim.x * THREADS;
	float s = 0;

	for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n;
	     i += stride)
		s += x[i];
	grid_sum(s, part, sum);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a sum per thread, shuffles, the last block finishes",
	.setup = setup,
	.run = run,
};
