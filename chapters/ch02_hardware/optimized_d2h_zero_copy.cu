/* SPDX-License-Identifier: MIT
 *
 * No copy engine: a kernel stores to registered host memory.  A store needs no
 * answer, so that nothing waits for the link's latency.
 */
#include "workload_d2h.h"

#include "copy_vectors.h"

static int setup(const struct aisp_io *io, void **state)
{
	AISP_TRY(cudaHostRegister(io->out[0].data, io->param[N] * sizeof(float),
				  cudaHostRegisterMapped));
	*state = io->out[0].data;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	void *b;

	AISP_TRY(cudaHostGetDevicePointer(&b, state, 0));
	return copy_launch((float *)b, aisp_in_f32(io, 0), io->param[N],
			   aisp_stream(io));
}

static void teardown(void *state)
{
	cudaHostUnregister(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a kernel writes registered host memory, 16 bytes per store",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
