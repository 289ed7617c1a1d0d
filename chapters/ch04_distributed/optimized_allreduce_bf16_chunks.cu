/* SPDX-License-Identifier: MIT
 *
 * Chunk by chunk: some blocks store into the peers' windows, others add up what has
 * arrived.  Between two ranks it sends no more than reduce-scatter and all-gather do.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_exchange<bf16, ADD_ALL>(io, io->param[ELEMS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one shot in chunks, some blocks push, others add up",
	.run = run,
};
