/* SPDX-License-Identifier: MIT
 *
 * Current scaling: a scale for the tensor, by its own largest value, so that a step
 * takes two kernels: the second may not begin before the first has seen all.
 */
#include "workload_recipes.h"

#include "recipes_gpu.h"

static __global__ void __launch_bounds__(THREADS) find_most(struct recipe r, int64_t s)
{
	int64_t i = s * r.n_eights + (int64_t)blockIdx.x * THREADS + threadIdx.x;

	raise_most(r.most + s, eight_at(r, i, (s + 1) * r.n_eights));
}

static __global__ void __launch_bounds__(THREADS) quantise(struct recipe r, int64_t s)
{
	int64_t i = s * r.n_eights + (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < (s + 1) * r.n_eights)
		quantise_eight(r, i, r.x[i], scale_for(aisp_float_of_bits(r.most[s])));
}

static int run(const struct aisp_io *io, void *state)
{
	struct recipe r = recipe_of(io);
	cudaStream_t stream = aisp_stream(io);
	int rc = clear_most(io);

	(void)state;
	for (int64_t s = 0; s < io->param[STEPS] && !rc; s++) {
		find_most<<<n_groups(r.n_eights), THREADS, 0, stream>>>(r, s);
		quantise<<<n_groups(r.n_eights), THREADS, 0, stream>>>(r, s);
		rc = aisp_launched();
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "current scaling: a scale per tensor, two kernels per step",
	.run = run,
};
