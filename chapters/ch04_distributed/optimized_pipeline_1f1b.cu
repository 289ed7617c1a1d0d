/* SPDX-License-Identifier: MIT
 *
 * A microbatch goes back as soon as it can, so that a stage keeps at most as many of
 * them as there are stages; the wait at both ends stays the same (D. Narayanan and
 * others, PipeDream, 2019).
 */
#include "workload_pipeline.h"

#include "stage_pipeline_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct stage s = stage_of(io);
	const cudaStream_t stream = aisp_stream(io);
	int64_t n = io->param[MICROBATCHES], ahead = s.r->n - 1 - s.r->rank;
	int status = 0;

	(void)state;
	for (int64_t m = 0; m < n + ahead && !status; m++) {
		if (m < n)
			status = await_forward(&s, m, stream);
		if (m >= ahead && !status)
			status = await_back(&s, m - ahead, stream);
		if (m >= ahead && !status)
			status = learn(&s, m - ahead, stream);
	}
	return status;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one forward, one backward (1F1B)",
	.run = run,
};
