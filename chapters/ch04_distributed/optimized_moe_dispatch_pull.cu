/* SPDX-License-Identifier: MIT
 *
 * Each row that a peer needs is shown once in the own window, a signal for each group
 * of tokens; who needs it loads it and stores it into its places at once, so that
 * nothing is copied where it arrives.
 */
#include "workload_moe_dispatch.h"

#include "moe_dispatch_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_dispatch<true>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "each row published once, loaded by the ranks that need it",
	.run = run,
};
