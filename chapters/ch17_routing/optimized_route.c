/* SPDX-License-Identifier: MIT
 *
 * Chooses the replica whose queue ends first.
 */
#include "workload_route.h"

static int64_t choose(const struct fleet *f, const struct job *j, int64_t *own)
{
	int64_t best = 0;

	(void)j;
	(void)own;
	for (int64_t r = 1; r < f->n; r++)
		best = f->free_at[r] < f->free_at[best] ? r : best;
	return best;
}

#include "route_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the replica whose queue ends first",
	.run = run,
};
