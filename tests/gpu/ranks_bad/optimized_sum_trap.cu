/* SPDX-License-Identifier: MIT
 *
 * Rank 1 traps, and rank 0 waits for it.
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

static __global__ void all_reduce(const __grid_constant__ struct aisp_ranks r)
{
	if (r.rank == 1)
		__trap();
	aisp_gpu_block_barrier(&r, 0, 1);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	all_reduce<<<1, THREADS, 0, aisp_stream(io)>>>(*io->ranks);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "traps",
	.run = run,
};
