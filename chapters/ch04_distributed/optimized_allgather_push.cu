/* SPDX-License-Identifier: MIT
 *
 * Chunks are stored into the peers' windows while chunks of the peers are copied out of
 * this rank's window: a store over a link needs no answer, and no block waits for all
 * data.
 */
#include "workload_allgather.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_exchange<float, GATHER>(io, io->param[ELEMS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "chunks pushed to the peers, each with a signal",
	.run = run,
};
