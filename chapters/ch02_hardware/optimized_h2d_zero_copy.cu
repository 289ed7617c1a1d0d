/* SPDX-License-Identifier: MIT
 *
 * No copy engine: a kernel loads registered host memory as if it were its own.
 * For data that a kernel reads once, this spares the copy in the GPU's memory.
 */
#include "workload_h2d.h"

#include "copy_vectors.h"

static int setup(const struct aisp_io *io, void **state)
{
	AISP_TRY(cudaHostRegister(io->in[0].data, io->param[N] * sizeof(float),
				  cudaHostRegisterMapped | cudaHostRegisterReadOnly));
	*state = io->in[0].data;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	void *a;

	AISP_TRY(cudaHostGetDevicePointer(&a, state, 0));
	return copy_launch(aisp_out_f32(io, 0), (const float *)a, io->param[N],
			   aisp_stream(io));
}

static void teardown(void *state)
{
	cudaHostUnregister(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a kernel reads registered host memory, 16 bytes per load",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
