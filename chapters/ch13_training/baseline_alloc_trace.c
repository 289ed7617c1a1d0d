/* SPDX-License-Identifier: MIT
 *
 * Takes the first gap that is large enough.
 * FLAGS: -O3
 */
#include "workload_alloc_trace.h"

#include "alloc_gaps.h"

static int64_t first_fit(const struct gaps *g, int64_t bytes)
{
	int64_t k = 0;

	while (gap_bytes(g, k) < bytes)
		k++;
	return k;
}

static int run(const struct aisp_io *io, void *state)
{
	return play_gaps(io, state, first_fit);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "first fit",
	.run = run,
};
