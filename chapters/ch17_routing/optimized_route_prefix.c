/* SPDX-License-Identifier: MIT
 *
 * Chooses the replica that will have finished first: a queue may be longer where the
 * prefix is kept.
 */
#include "workload_route.h"

static int64_t choose(const struct fleet *f, const struct job *j, int64_t *own)
{
	int64_t best = 0;

	(void)own;
	for (int64_t r = 1; r < f->n; r++)
		best = fleet_done(f, r, j) < fleet_done(f, best, j) ? r : best;
	return best;
}

#include "route_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the replica that finishes first, counting its kept prefix",
	.run = run,
};
