/* SPDX-License-Identifier: MIT
 *
 * The largest model, for each request.
 */
#include "workload_models.h"

static int32_t decide(const int64_t *p, const int32_t *view)
{
	(void)p;
	return view[RAN] == NONE ? LARGE : TAKE;
}

#include "models_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "the largest model for each request",
	.run = run,
};
