/* SPDX-License-Identifier: MIT
 *
 * A rank copies everything into its own window; after a barrier a loop loads it from
 * the peer.
 */
#include "workload_p2p.h"

#include <aisp/peer_plain.h>

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = io->param[ELEMS];
	int status = show_all_plain(io, (size_t)n * sizeof(float));

	(void)state;
	if (status)
		return status;
	copy_plain<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const float *)r->window[(r->rank + 1) % r->n], n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "copy to its own window, barrier, loads of 4 bytes",
	.run = run,
};
