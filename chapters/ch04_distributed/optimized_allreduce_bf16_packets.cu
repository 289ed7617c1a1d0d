/* SPDX-License-Identifier: MIT
 *
 * Each store of 16 bytes holds 12 of data and a flag: one crossing of the link, and no
 * signal that has to wait until the data have arrived.  It sends a third more bytes, so
 * that large tensors go in chunks.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	if (io->param[ELEMS] > PACKETS_MOST_ELEMS)
		return launch_exchange<bf16, ADD_ALL>(io, io->param[ELEMS]);
	return launch_packets<bf16, 3>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "each store of 16 bytes brings its own flag",
	.run = run,
};
