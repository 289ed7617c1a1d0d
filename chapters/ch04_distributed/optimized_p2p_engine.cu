/* SPDX-License-Identifier: MIT
 *
 * The copy engine stores into the neighbour's window; after a barrier each rank copies
 * what it received to its output.
 */
#include "workload_p2p.h"

#include <aisp/peer_plain.h>

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	size_t bytes = (size_t)io->param[ELEMS] * sizeof(float);

	(void)state;
	AISP_TRY(cudaMemcpyAsync(r->window[(r->rank + r->n - 1) % r->n], io->in[0].data,
				 bytes, cudaMemcpyDefault, aisp_stream(io)));
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 1);
	AISP_TRY(cudaMemcpyAsync(io->out[0].data, r->window[r->rank], bytes,
				 cudaMemcpyDeviceToDevice, aisp_stream(io)));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "copies by the copy engines, which need no SM",
	.run = run,
};
