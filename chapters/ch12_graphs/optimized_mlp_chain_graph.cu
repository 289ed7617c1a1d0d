/* SPDX-License-Identifier: MIT
 *
 * The launches as one graph.
 */
#include "workload_mlp_chain.h"

#include "mlp_launches.h"

static int capture(const struct aisp_io *io)
{
	return launch_all(io);
}

#include "graph_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the launches as one graph",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
