/* SPDX-License-Identifier: MIT
 *
 * One kernel after the other, each over the whole GPU: memory is idle in the second,
 * and the multipliers in the first.
 */
#include "workload_two_tasks.h"

#include "two_tasks_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct tasks a = tasks_of(io);
	int rc = launch_rows(a, INT32_MAX, aisp_stream(io));

	(void)state;
	return rc ? rc : launch_points(a, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "one kernel after the other",
	.run = run,
};
