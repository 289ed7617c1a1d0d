/* SPDX-License-Identifier: MIT
 *
 * Only as many blocks as the GPU holds.  Each fetches the book once and then
 * strides by the size of the grid until the codes are used up.
 */
#include "workload_dequantise.h"

#include "dequantise.h"

static int run(const struct aisp_io *io, void *state)
{
	int sms = aisp_gpu(cudaDevAttrMultiProcessorCount);
	int threads = aisp_gpu(cudaDevAttrMaxThreadsPerMultiProcessor);

	(void)state;
	return dequantise_launch(io, (int64_t)sms * (threads / BLOCK));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a grid-stride loop; each block loads the codebook once",
	.run = run,
};
