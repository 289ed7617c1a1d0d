/* SPDX-License-Identifier: MIT
 *
 * To pages that are registered once: locked, and known to the GPU.  The engine
 * writes them itself.
 */
#include "workload_d2h.h"

#include "copy_async.h"

static int setup(const struct aisp_io *io, void **state)
{
	AISP_TRY(cudaHostRegister(io->out[0].data, io->param[N] * sizeof(float),
				  cudaHostRegisterDefault));
	*state = io->out[0].data;
	return 0;
}

static int run(const struct aisp_io *io, void *)
{
	return copy_async(io, cudaMemcpyDeviceToHost);
}

static void teardown(void *state)
{
	cudaHostUnregister(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "cudaMemcpyAsync to registered pages",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
