/* SPDX-License-Identifier: MIT
 *
 * Each rank adds up one part for all ranks, and terms and sums travel in packets that
 * carry their own flags.  With more than two ranks this sends less than one shot, and a
 * packet waits less than a signal behind the data would.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (io->param[ELEMS] > PACKETS_MOST_ELEMS)
		return launch_two_shot_push<bf16>(io);
	return launch_two_shot_packets<bf16, 3>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two shots of packets that bring their own flags",
	.run = run,
};
