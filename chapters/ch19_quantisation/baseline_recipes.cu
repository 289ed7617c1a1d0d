/* SPDX-License-Identifier: MIT
 *
 * Delayed scaling: a scale for the tensor, by the largest value of the 16 steps before:
 * a kernel per step reads its elements once, and also finds their largest, for the
 * steps to come.
 */
#include "workload_recipes.h"

#include "recipes_gpu.h"

#define HISTORY 16

static __global__ void __launch_bounds__(THREADS) quantise(struct recipe r, int64_t s)
{
	int64_t end = (s + 1) * r.n_eights;
	int64_t i = s * r.n_eights + (int64_t)blockIdx.x * THREADS + threadIdx.x;
	uint4 v = eight_at(r, i, end);
	uint32_t most = 0;

	for (int64_t k = s < HISTORY ? 0 : s - HISTORY; k < s; k++)
		most = max(most, r.most[k]);
	if (i < end)
		quantise_eight(r, i, v, scale_for(aisp_float_of_bits(most)));
	raise_most(r.most + s, v);
}

static int run(const struct aisp_io *io, void *state)
{
	struct recipe r = recipe_of(io);
	int rc = clear_most(io);

	(void)state;
	for (int64_t s = 0; s < io->param[STEPS] && !rc; s++) {
		quantise<<<n_groups(r.n_eights), THREADS, 0, aisp_stream(io)>>>(r, s);
		rc = aisp_launched();
	}
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "delayed scaling: a scale per tensor, a kernel per step",
	.run = run,
};
