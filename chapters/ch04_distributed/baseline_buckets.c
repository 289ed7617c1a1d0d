/* SPDX-License-Identifier: MIT
 *
 * An all-reduce for each tensor, one after the other: most are so small that they cost
 * as much as two barriers do.
 */
#include "workload_buckets.h"

#include "reduce_behind.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	const int64_t *start = io->in[START].data;

	(void)state;
	for (int64_t t = 0; t < n_tensors(io->param); t++) {
		struct range all = { start[t], start[t + 1] };

		copy_range(r->window[r->rank], aisp_in_f32(io, X), all);
		reduce_range(io, all, 2 * (uint32_t)t + 1);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "an all-reduce for each tensor",
	.run = run,
};
