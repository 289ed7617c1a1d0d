/* SPDX-License-Identifier: MIT
 *
 * A question that was asked before gets its answer from the table; others go to the
 * smallest model first, and to a larger one as long as the answer is not sure (L. Chen
 * et al., FrugalGPT, arXiv:2305.05176).
 */
#include "workload_models.h"

#define ENOUGH 700

static int32_t decide(const int64_t *p, const int32_t *view)
{
	(void)p;
	if (view[IS_KNOWN])
		return REUSE;
	if (view[RAN] == NONE)
		return SMALL;
	return view[RAN] == LARGE || view[SURE] >= ENOUGH ? TAKE : view[RAN] + 1;
}

#include "models_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a cascade from the smallest model until one is confident",
	.run = run,
};
