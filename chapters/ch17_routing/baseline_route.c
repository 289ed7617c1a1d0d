/* SPDX-License-Identifier: MIT
 *
 * Round robin.
 */
#include "workload_route.h"

static int64_t choose(const struct fleet *f, const struct job *j, int64_t *own)
{
	(void)j;
	return (*own)++ % f->n;
}

#include "route_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "round robin",
	.run = run,
};
