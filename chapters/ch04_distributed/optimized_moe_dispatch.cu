/* SPDX-License-Identifier: MIT
 *
 * A row is stored into the window of each rank that needs it, once however many of that
 * rank's experts its token has chosen, with a signal for each group of tokens.  The
 * receiver puts one group into its places while the next is on its way (as DeepEP's
 * kernels do within a node).  Choices were sent before, so the places are known.
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
