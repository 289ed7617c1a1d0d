/* SPDX-License-Identifier: MIT
 *
 * One tile for all, a large one: what was best for the size that somebody once tried.
 */
#include "workload_tune.h"

#include "tune_run.h"

#define TILE_128 46 /* 128 x 128 */

static int32_t choose(const struct seen *s)
{
	(void)s;
	return TILE_128;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "128 x 128 for all",
	.run = run,
};
