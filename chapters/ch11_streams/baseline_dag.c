/* SPDX-License-Identifier: MIT
 *
 * In the order of their numbers, which the graph allows: as one stream does.
 */
#include "workload_dag.h"

#include "step_dag.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t k = 0; k < io->param[STEPS]; k++)
		do_step(io, k, 0, io->param[N]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one step after another, one thread",
	.run = run,
};
