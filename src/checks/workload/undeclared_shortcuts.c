/* SPDX-License-Identifier: MIT
 *
 * Errors that the elements' own bounds cannot show.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_invariant < 0)
		return aisp_find(f, AISP_VERDICT_NA, "the workload states none");
	if (ev->n_invariant > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f call%s broke the invariant%s%s", ev->n_invariant,
				 ev->n_invariant == 1 ? "" : "s",
				 ev->broken[0] ? ": " : "", ev->broken);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_workload_undeclared_shortcuts = {
	.id = "workload.undeclared_shortcuts",
	.cheat = "keeps each element plausible, but breaks a relation that must hold "
		 "between elements",
	.defence = "the workload's own invariant over inputs and outputs",
	.n_needs = 1,
	.needs = { AISP_FACT_n_invariant },
	.judge = judge,
};
