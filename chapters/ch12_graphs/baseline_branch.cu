/* SPDX-License-Identifier: MIT
 *
 * The host reads the two bits back, waits for them and launches what they say.
 */
#include "workload_branch.h"

#include "branch_word.h"

template <int KIND> __global__ void step(uint32_t *x, int64_t n, uint32_t *next)
{
	step_all(x, n, KIND, put{ next });
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return aisp_cuda_status(cudaMallocHost(state, sizeof(uint32_t)));
}

static int run(const struct aisp_io *io, void *state)
{
	void (*const steps[])(uint32_t *, int64_t, uint32_t *) = { step<0>, step<1>,
								   step<2>, step<3> };
	uint32_t *next = (uint32_t *)io->workspace, *seen = (uint32_t *)state;
	uint32_t *x = (uint32_t *)io->out[0].data;
	cudaStream_t stream = aisp_stream(io);

	begin<<<blocks_of(io), THREADS, 0, stream>>>(
		x, (const uint32_t *)io->in[0].data, io->param[N], next);
	for (int64_t s = 0; s < io->param[STEPS]; s++) {
		AISP_TRY(cudaMemcpyAsync(seen, next, sizeof(*seen),
					 cudaMemcpyDeviceToHost, stream));
		AISP_TRY(cudaStreamSynchronize(stream));
		steps[*seen % N_KINDS]<<<blocks_of(io), THREADS, 0, stream>>>(
			x, io->param[N], next);
	}
	return aisp_launched();
}

static void teardown(void *state)
{
	cudaFreeHost(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "the host reads back which kernel is next",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
