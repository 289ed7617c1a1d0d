/* SPDX-License-Identifier: MIT */
#include "workload_gather.h"

#include "gather.cuh"

static __global__ void push_all(const __grid_constant__ struct aisp_ranks r,
				const float *x, int64_t n)
{
	for (int peer = 0; peer < r.n; peer++)
		push(&r, peer, x, n);
}

static __global__ void meet(const __grid_constant__ struct aisp_ranks r)
{
	aisp_gpu_rank_barrier(&r, 1);
}

static __global__ void take_all(const __grid_constant__ struct aisp_ranks r,
				const float *bias, float *y, int64_t n)
{
	take(&r, bias, y, n);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];
	cudaStream_t s = aisp_stream(io);

	(void)state;
	push_all<<<n_tiles(n), THREADS, 0, s>>>(*io->ranks, aisp_in_f32(io, 0), n);
	meet<<<1, 32, 0, s>>>(*io->ranks);
	take_all<<<n_tiles(n), THREADS, 0, s>>>(*io->ranks, aisp_in_f32(io, 1),
						aisp_out_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "stores to all windows, a barrier, and a pass over the own one",
	.run = run,
};
