/* SPDX-License-Identifier: MIT
 *
 * A launch for each operation.
 */
#include "workload_train_step.h"

#include "train_step.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_step(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch for each operation",
	.run = run,
};
