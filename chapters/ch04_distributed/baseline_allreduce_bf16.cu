/* SPDX-License-Identifier: MIT
 *
 * A rank copies everything into its own window; after a barrier each rank loads
 * everything from all: three launches, and loads of 2 bytes over the link.
 */
#include "workload_allreduce_bf16.h"

#include <aisp/peer_plain.h>

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->in[0].shape[1];
	int status = show_all_plain(io, (size_t)n * 2);

	(void)state;
	if (status)
		return status;
	add_plain<__nv_bfloat16>
		<<<plain_blocks(n), PLAIN_THREADS, 0, aisp_stream(io)>>>(
			*io->ranks, (__nv_bfloat16 *)io->out[0].data, 0, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "publish all, wait for all ranks, sum element by element",
	.run = run,
};
