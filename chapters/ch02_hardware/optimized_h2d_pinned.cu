/* SPDX-License-Identifier: MIT
 *
 * From pages that are registered once: locked, and known to the GPU.  The engine
 * reads them itself; the CPU only says where.
 */
#include "workload_h2d.h"

#include "copy_async.h"

/* The worker may not write its inputs, nor may the GPU. */
static int setup(const struct aisp_io *io, void **state)
{
	AISP_TRY(cudaHostRegister(io->in[0].data, io->param[N] * sizeof(float),
				  cudaHostRegisterReadOnly));
	*state = io->in[0].data;
	return 0;
}

static int run(const struct aisp_io *io, void *)
{
	return copy_async(io, cudaMemcpyHostToDevice);
}

static void teardown(void *state)
{
	cudaHostUnregister(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "cudaMemcpyAsync from registered pages",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
