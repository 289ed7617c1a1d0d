/* SPDX-License-Identifier: MIT
 *
 * Reduce-scatter of the gradients, AdamW on this rank's part, all-gather of the
 * parameters, one after the other: what a framework's sharded optimizer calls.
 */
#include "workload_zero1_step.h"

#include "zero1_step_gpu.h"
#include <aisp/peer_plain.h>

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const struct zero1 z = zero1_of(io);
	const int64_t all = r->n * z.n, first = r->rank * z.n;
	const int blocks = plain_blocks(z.n);
	float *sum = (float *)io->workspace;
	int status = show_plain(io, z.g, sizeof(float) * (size_t)all);

	(void)state;
	if (status)
		return status;
	add_plain<float>
		<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(*r, sum, first, z.n);
	/* Behind the gradients, which peers may not have read yet. */
	step_part<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(
		z, (float *)r->window[r->rank] + all, sum, first);
	all_are_here<<<1, 32, 0, aisp_stream(io)>>>(*r, 2);
	take_plain<<<blocks, PLAIN_THREADS, 0, aisp_stream(io)>>>(*r, z.p, all, z.n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "reduce-scatter, step, all-gather: a launch each",
	.run = run,
};
