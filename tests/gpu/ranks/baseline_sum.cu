/* SPDX-License-Identifier: MIT
 *
 * A copy, a barrier of all ranks by one block, then the sums: each a launch.
 */
#include "workload_sum.h"

#include "sum_run.cuh"

static __global__ void meet(const __grid_constant__ struct aisp_ranks r)
{
	aisp_gpu_rank_barrier(&r, 1);
}

static __global__ void add(const __grid_constant__ struct aisp_ranks r, float *y,
			   int64_t n)
{
	add_all(&r, y, n);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ELEMS];

	(void)state;
	AISP_TRY(cudaMemcpyAsync(r->window[r->rank], io->in[0].data,
				 (size_t)n * sizeof(float), cudaMemcpyDeviceToDevice,
				 aisp_stream(io)));
	meet<<<1, 32, 0, aisp_stream(io)>>>(*r);
	add<<<n_tiles(n), THREADS, 0, aisp_stream(io)>>>(*r, aisp_out_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a copy, a barrier and the sums, three launches",
	.run = run,
};
