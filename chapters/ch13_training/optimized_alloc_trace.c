/* SPDX-License-Identifier: MIT
 *
 * Takes the smallest gap that is large enough, so that large gaps remain.
 * FLAGS: -O3
 */
#include "workload_alloc_trace.h"

#include "alloc_gaps.h"

static int64_t best_fit(const struct gaps *g, int64_t bytes)
{
	int64_t best = g->n;

	for (int64_t k = 0; k < g->n; k++)
		if (gap_bytes(g, k) >= bytes && gap_bytes(g, k) < gap_bytes(g, best))
			best = k;
	return best;
}

static int run(const struct aisp_io *io, void *state)
{
	return play_gaps(io, state, best_fit);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "best fit",
	.run = run,
};
