/* SPDX-License-Identifier: MIT
 *
 * All microbatches forward, then all back (Y. Huang and others, GPipe, 2019).
 */
#include "workload_pipeline.h"

#include "stage_pipeline_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct stage s = stage_of(io);
	const cudaStream_t stream = aisp_stream(io);
	int64_t n = io->param[MICROBATCHES];
	int status = 0;

	(void)state;
	for (int64_t m = 0; m < n && !status; m++)
		status = await_forward(&s, m, stream);
	for (int64_t m = 0; m < n && !status; m++) {
		status = await_back(&s, m, stream);
		if (!status)
			status = learn(&s, m, stream);
	}
	return status;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all microbatches forward, then all backward",
	.run = run,
};
