/* SPDX-License-Identifier: MIT */
#include "workload_gather.h"

#include "gather.cuh"

static __global__ void all_gather(const __grid_constant__ struct aisp_ranks r,
				  const float *x, const float *bias, float *y,
				  int64_t n)
{
	for (int k = 0; k < r.n; k++)
		push(&r, (r.rank + k) % r.n, x, n);
	aisp_gpu_block_barrier(&r, (int)blockIdx.x, 1);
	take(&r, bias, y, n);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	all_gather<<<n_tiles(n), THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, aisp_in_f32(io, 0), aisp_in_f32(io, 1), aisp_out_f32(io, 0),
		n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel; blocks wait for their counterparts",
	.run = run,
};
