/* SPDX-License-Identifier: MIT
 *
 * All layers: each token is right.
 */
#include "workload_early_exit.h"

static bool takes(const int64_t *p, const struct seen *s)
{
	return s->layer == p[LAYERS] - 1;
}

#include "exit_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all layers",
	.run = run,
};
