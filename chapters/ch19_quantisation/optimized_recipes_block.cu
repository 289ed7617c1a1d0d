/* SPDX-License-Identifier: MIT
 *
 * Block scaling: each 128 of a row have a scale by their own largest, which sixteen
 * threads find among themselves.  No step waits for another: one kernel has all.
 */
#include "workload_recipes.h"

#include "recipes_gpu.h"

static __global__ void __launch_bounds__(THREADS) quantise(struct recipe r, int64_t end)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	uint4 v = eight_at(r, i, end);
	float max = max_of_lanes(v, SHARERS);

	if (i < end)
		quantise_eight(r, i, v, scale_for(max));
}

static int run(const struct aisp_io *io, void *state)
{
	struct recipe r = recipe_of(io);
	int64_t end = r.n_eights * io->param[STEPS];

	(void)state;
	quantise<<<n_groups(end), THREADS, 0, aisp_stream(io)>>>(r, end);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a scale for each 128 of a row: one kernel",
	.run = run,
};
