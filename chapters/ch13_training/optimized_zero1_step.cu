/* SPDX-License-Identifier: MIT
 *
 * One launch.  Gradients are stored into the window of the rank that adds them up,
 * chunk by chunk; that rank keeps sums, moments and the step in registers and stores
 * the new parameters into the windows of all.  While it steps one chunk the next is on
 * its way.
 */
#include "workload_zero1_step.h"

#include "zero1_step_chunks.h"

#define CHANNELS 132

static __global__ void __launch_bounds__(STEP_THREADS)
	step_all(const __grid_constant__ struct aisp_ranks r,
		 const __grid_constant__ struct zero1 z)
{
	const int64_t stride = vectors<const float>(z.g, z.n).count();
	const struct shard s = {
		r, z, (int)blockIdx.x, stride, zero1_rates(z.hyper), z.hyper[DECAY]
	};
	const int64_t n = chunks_of_channel(stride, (int)gridDim.x, s.channel,
					    STEP_UNROLL * STEP_THREADS);

	for (int64_t k = 0; k < n + 2; k++) {
		if (k < n)
			s.scatter(k);
		if (k >= 1 && k - 1 < n)
			s.step(k - 1);
		if (k >= 2)
			s.gather(k - 2);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const struct zero1 z = zero1_of(io);
	int64_t n_chunks = aisp_ceil_div(vectors<const float>(z.g, z.n).count(),
					 STEP_UNROLL * STEP_THREADS);
	int room = most_blocks<step_all>(STEP_THREADS, 0);

	(void)state;
	if (!room)
		return -ENOTSUP;
	step_all<<<at_most(n_chunks, room < CHANNELS ? room : CHANNELS), STEP_THREADS,
		   0, aisp_stream(io)>>>(*io->ranks, z);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "gradients pushed, the step in registers, results pushed",
	.run = run,
};
