/* SPDX-License-Identifier: MIT
 *
 * One all-reduce of all tensors, which lie one after the other.
 */
#include "workload_buckets.h"

#include "reduce_behind.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	struct range all = { 0, all_elems(io->param) };

	(void)state;
	copy_range(r->window[r->rank], aisp_in_f32(io, X), all);
	reduce_range(io, all, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one all-reduce of all tensors",
	.run = run,
};
