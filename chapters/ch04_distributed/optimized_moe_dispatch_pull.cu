/* SPDX-License-Identifier: MIT
 *
 * A rank stores each row that a peer needs once in its own window, with a signal for
 * each group of tokens; a rank that needs the row loads it and stores it straight into
 * its places.
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
