/* SPDX-License-Identifier: MIT
 *
 * An all-reduce for each tensor, one after the other: most are so small that they cost
 * as much as a launch and two rounds of signals do.
 */
#include "workload_buckets.h"

#include "spans_buckets.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t from = 0;
	int status = 0;

	(void)state;
	for (int64_t t = 0; t < n_tensors(io->param) && !status; t++) {
		int64_t to = from + tensor_elems(io->param, t);

		status = launch_span(io, span_of(io, from, to, t), SUM_BLOCKS,
				     aisp_stream(io));
		from = to;
	}
	return status;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "an all-reduce for each tensor",
	.run = run,
};
