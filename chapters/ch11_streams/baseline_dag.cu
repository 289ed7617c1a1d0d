/* SPDX-License-Identifier: MIT
 *
 * All steps in one stream, in the order of their numbers: each waits for the one before
 * it, whether it needs it or not.
 */
#include "workload_dag.h"

#include "dag_kernel.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t k = 0; k < io->param[STEPS]; k++)
		launch_step(io, k, aisp_stream(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch for each step, one stream",
	.run = run,
};
