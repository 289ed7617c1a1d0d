/* SPDX-License-Identifier: MIT
 *
 * A lookup by a rule: the tile of the least time by arithmetic.  Nothing is measured.
 */
#include "workload_tune.h"

#include "tune_run.h"

static int32_t choose(const struct seen *s)
{
	return least_plain(s->p, s->m);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "the tile with the least estimated time",
	.run = run,
};
