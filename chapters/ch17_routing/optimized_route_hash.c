/* SPDX-License-Identifier: MIT
 *
 * Each prefix has a replica of its own, by a hash: it is computed nowhere else, however
 * long the queue there is.
 */
#include "workload_route.h"

static int64_t choose(const struct fleet *f, const struct job *j, int64_t *own)
{
	(void)own;
	return (int64_t)(aisp_draw(0, (uint64_t)j->prefix) % (uint64_t)f->n);
}

#include "route_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a replica for each prefix",
	.run = run,
};
