/* SPDX-License-Identifier: MIT
 *
 * One all-reduce of all tensors, which lie one after the other.
 */
#include "workload_buckets.h"

#include "spans_buckets.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return launch_span(io, span_of(io, 0, all_elems(io->param), 0), SUM_BLOCKS,
			   aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one all-reduce of all tensors",
	.run = run,
};
