/* SPDX-License-Identifier: MIT
 *
 * Each rank stores its terms into the windows of all ranks, then signals: the data
 * cross the link once, without a request, and each rank adds up from its own memory.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_one_shot_push<bf16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one shot, stores of 16 bytes into the peers' windows",
	.run = run,
};
