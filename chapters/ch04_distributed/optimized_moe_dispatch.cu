/* SPDX-License-Identifier: MIT
 *
 * Rows are stored into the windows of the ranks that need them, once each however many
 * experts of a rank a token has chosen, with a signal for each group of tokens; who
 * gets a group puts its rows into their places while the next is on its way (as
 * DeepEP's kernels do within a node).  Choices have gone before, so that places are
 * known.
 */
#include "workload_moe_dispatch.h"

#include "moe_dispatch_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_dispatch<false>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "each row pushed once to each rank, groups with a signal",
	.run = run,
};
