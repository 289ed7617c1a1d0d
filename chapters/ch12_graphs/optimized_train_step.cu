/* SPDX-License-Identifier: MIT
 *
 * The whole step as one graph: forward, backward and the new weights.
 */
#include "workload_train_step.h"

#include "train_step.h"

static int capture(const struct aisp_io *io)
{
	return launch_step(io);
}

#include "graph_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the step as one graph",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
