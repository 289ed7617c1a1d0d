/* SPDX-License-Identifier: MIT
 *
 * All microbatches forward, then all back (Y. Huang and others, GPipe, 2019).
 * FLAGS: -O3
 */
#include "workload_pipeline.h"

#include "stage_pipeline.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct stage s = begin_stage(io);
	int64_t n = io->param[MICROBATCHES];

	(void)state;
	for (int64_t m = 0; m < n; m++)
		await_forward(&s, m);
	for (int64_t m = 0; m < n; m++)
		await_back(&s, m);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all microbatches forward, then all backward",
	.run = run,
};
