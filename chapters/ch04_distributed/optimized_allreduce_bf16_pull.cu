/* SPDX-License-Identifier: MIT
 *
 * Every rank loads everything, after one round of signals between counterpart blocks:
 * no block waits for the whole of a peer.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_one_shot_pull<bf16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one shot, loads of 16 bytes, signals between blocks",
	.run = run,
};
