/* SPDX-License-Identifier: MIT
 *
 * The variant asks the machine for the size of the grid: as many blocks as it can hold
 * at once.
 */
#include "workload_add.h"

#include "add.h"

#define BLOCK 256

static int run(const struct aisp_io *io, void *state)
{
	int sms = aisp_gpu(cudaDevAttrMultiProcessorCount);
	int threads = aisp_gpu(cudaDevAttrMaxThreadsPerMultiProcessor);

	(void)state;
	return add_launch(io, (int64_t)sms * (threads / BLOCK), BLOCK);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "as many blocks as the GPU holds",
	.run = run,
};
