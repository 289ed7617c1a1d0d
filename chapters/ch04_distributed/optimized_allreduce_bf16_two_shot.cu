/* SPDX-License-Identifier: MIT
 *
 * Each rank adds up one part for all ranks and sends the sums out, chunk by chunk: with
 * many ranks this sends the least.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_two_shot_push<bf16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "reduce-scatter and all-gather, chunks pushed",
	.run = run,
};
