/* SPDX-License-Identifier: MIT
 *
 * One kernel with warps of both kinds in each block (A. Li et al., Automatic Horizontal
 * Fusion for GPU Kernels, CGO 2022): every multiprocessor has both tasks from the first
 * to the last block, whatever the order in which blocks start.
 */
#include "workload_two_tasks.h"

#include "two_tasks_gpu.h"

#define BLOCKS_PER_SM 2

/* The upper half of a block has the points. */
static __global__ void __launch_bounds__(2 * THREADS_1, BLOCKS_PER_SM)
	both(const __grid_constant__ struct tasks a)
{
	if (threadIdx.x < THREADS_1)
		sum_rows(a, blockIdx.x * WARPS + threadIdx.x / 32, gridDim.x * WARPS);
	else
		put_values(a, blockIdx.x, gridDim.x, (int)threadIdx.x - THREADS_1);
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = (void *)((intptr_t)BLOCKS_PER_SM *
			  aisp_gpu(cudaDevAttrMultiProcessorCount));
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	both<<<(unsigned)(intptr_t)state, 2 * THREADS_1, 0, aisp_stream(io)>>>(
		tasks_of(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel, warps of both kinds in each block",
	.setup = setup,
	.run = run,
};
