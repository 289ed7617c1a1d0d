/* SPDX-License-Identifier: MIT
 *
 * Where all memory of a process is the GPU's too, by page tables that the two share
 * (ATS, as on Grace) or that Linux mirrors (HMM), the kernel reads the table at the
 * CPU's own address: nothing is allocated, registered or copied.
 */
#include "workload_managed.h"

#include "gather_managed.h"

static int setup(const struct aisp_io *io, void **state)
{
	struct gather *g;

	if (!aisp_gpu(cudaDevAttrPageableMemoryAccess))
		return -ENOTSUP;
	g = gather_new(io);
	return g ? gather_made(g, cudaSuccess, state) : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	return gather_launch(io, (const struct gather *)state, aisp_in_f32(io, TABLE));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the kernel reads pageable memory at the CPU's address",
	.setup = setup,
	.run = run,
	.teardown = gather_free,
	.needs = "a GPU that reads pageable memory (HMM, ATS)",
};
