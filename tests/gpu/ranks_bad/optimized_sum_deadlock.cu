/* SPDX-License-Identifier: MIT
 *
 * Rank 1 waits for a signal that nobody sends.
 */
#include "workload_sum.h"

#include "../ranks/sum_run.cuh"

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

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	all_reduce<<<n_tiles(n), THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, aisp_in_f32(io, 0), aisp_out_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "waits for ever",
	.run = run,
};
