/* SPDX-License-Identifier: MIT
 *
 * See rank_skipping.c for what a rank is.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!aisp_has_part(ev, AISP_PART_RANKS))
		return aisp_find(f, AISP_VERDICT_NA, "the workload has no ranks");
	if (ev->n_wrong > 0 && ev->ignored == AISP_IGNORED_OTHER_RANKS)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f of all %.0f elements compared in the launch are out of "
			"bounds, and no rank's inputs change another's outputs",
			ev->n_wrong, ev->n_elems);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_distributed_collective_short_circuit = {
	.id = "distributed.collective_short_circuit",
	.cheat = "leaves communication out: each rank uses its own data alone",
	.defence = "the inputs of a rank are changed; "
		   "the outputs of the others must follow",
	.incident = NULL,
	.n_needs = 4,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored,
		   AISP_FACT_parts },
	.judge = judge,
};
