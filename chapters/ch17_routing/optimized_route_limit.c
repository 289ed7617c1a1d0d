/* SPDX-License-Identifier: MIT
 *
 * Chooses a replica that keeps the prefix, the one with the shortest queue; or the
 * shortest queue of all if no replica keeps it, or if queues differ by more than a
 * limit (L. Zheng et al., SGLang, arXiv:2312.07104; the rule of its router).
 */
#include "workload_route.h"

#define LIMIT_US 12000

static int64_t choose(const struct fleet *f, const struct job *j, int64_t *own)
{
	int64_t shortest = 0, longest = 0, kept = -1;

	(void)own;
	for (int64_t r = 0; r < f->n; r++) {
		shortest = f->free_at[r] < f->free_at[shortest] ? r : shortest;
		longest = f->free_at[r] > f->free_at[longest] ? r : longest;
		if (fleet_find(f, r, j->prefix) < f->keeps &&
		    (kept < 0 || f->free_at[r] < f->free_at[kept]))
			kept = r;
	}
	if (fleet_wait(f, longest, j) - fleet_wait(f, shortest, j) > LIMIT_US)
		return shortest;
	return kept < 0 ? shortest : kept;
}

#include "route_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a replica with the prefix, unless queues differ too much",
	.run = run,
};
