/* SPDX-License-Identifier: MIT
 *
 * Further out lie unmapped pages, where a write kills the launch; these bytes
 * are the rest of the pages that the outputs begin or end in.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_canary > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f byte%s beside the outputs changed%s%s",
				 ev->n_canary, ev->n_canary == 1 ? "" : "s",
				 ev->beside[0] ? ", the first " : "", ev->beside);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_memory_out_of_bounds_write = {
	.id = "memory.out_of_bounds_write",
	.cheat = "writes beside its outputs, into whatever lies there",
	.defence = "canaries in the pages around each output",
	.incident = "pygpubench: canaries",
	.n_needs = 1,
	.needs = { AISP_FACT_n_canary },
	.judge = judge,
};
