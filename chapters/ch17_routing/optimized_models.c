/* SPDX-License-Identifier: MIT
 *
 * A question that was asked before gets its answer from the table.  For others the hint
 * chooses the first model: one that will hardly do is not asked.  An answer is taken
 * unless its chance of being wrong costs more than the next model does.
 */
#include "workload_models.h"

/* A model is still asked if, by the hint, a question is harder for it by this much. */
#define NEAR 50

static bool is_worth_more(const int64_t *p, const int32_t *view)
{
	double doubt = 1 - view[SURE] / (double)OF_ALL;

	return doubt * (double)p[WRONG] > cost_of[view[RAN] + 1];
}

static int32_t decide(const int64_t *p, const int32_t *view)
{
	int32_t model = SMALL;

	if (view[IS_KNOWN])
		return REUSE;
	if (view[RAN] != NONE)
		return view[RAN] < LARGE && is_worth_more(p, view) ? view[RAN] + 1
								   : TAKE;
	while (model < LARGE && view[HINT] > power_of[model] + NEAR)
		model++;
	return model;
}

#include "models_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a cascade from the hinted model, while the next is worth it",
	.run = run,
};
