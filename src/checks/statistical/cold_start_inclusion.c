/* SPDX-License-Identifier: MIT
 *
 * Warm-up samples do not count.  With --cold-start the first call is what is asked
 * for, of both.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_warmup > 0)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "%.0f samples of warm-up do not count", ev->n_warmup);
	return aisp_find(f, AISP_VERDICT_PARTIAL, "no warm-up: first calls count");
}

const struct aisp_check aisp_check_statistical_cold_start_inclusion = {
	.id = "statistical.cold_start_inclusion",
	.cheat = "lets the slow first calls of one variant count",
	.defence = "the same warm-up before the samples of every launch",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_n_warmup },
	.judge = judge,
};
