/* SPDX-License-Identifier: MIT
 *
 * No input of a warm-up is ever timed, and outputs of timed calls are compared: what
 * was computed before is the answer to nothing.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "%.0f samples of warm-up, on inputs of their own",
				 ev->n_warmup);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_timing_warmup_bleed = {
	.id = "timing.warmup_bleed",
	.cheat = "does real work while it is warmed up and uses it when it is timed",
	.defence = "inputs of warm-up calls never come again",
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_fresh, AISP_FACT_n_warmup },
	.judge = judge,
};
