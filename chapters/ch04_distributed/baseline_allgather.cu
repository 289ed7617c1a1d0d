/* SPDX-License-Identifier: MIT
 *
 * A rank copies everything into its own window; after a barrier a loop loads from the
 * peers.
 */
#include "workload_allgather.h"

#include <aisp/peer_plain.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];
	int status = show_all_plain(io, (size_t)n * sizeof(float));

	(void)state;
	if (status)
		return status;
	take_plain<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(
		*io->ranks, aisp_out_f32(io, 0), 0, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "publish all blocks, wait for all ranks, then read all",
	.run = run,
};
