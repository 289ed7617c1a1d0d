/* SPDX-License-Identifier: MIT
 *
 * The judge writes fresh random poison before every call; an element that still holds
 * it was not written.  The first 8 bytes of each cache line are compared, so that a
 * whole output costs little; an honest line matches once in 2^64.  Outputs that are
 * updated in place begin with other data: there only compared elements tell.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_poison > 0 || ev->n_unwritten > 0)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f elements compared and %.0f cache lines were never "
			"written",
			ev->n_unwritten, ev->n_poison);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_uninitialized_memory = {
	.id = "output.uninitialized_memory",
	.cheat = "does not write part of the output, "
		 "which holds old or plausible contents",
	.defence = "no cache line of an output may still hold the poison of its call",
	.incident = "wafer 2025: a kernel that never ran passed on stale memory, 104x",
	.n_needs = 2,
	.needs = { AISP_FACT_n_poison, AISP_FACT_n_unwritten },
	.judge = judge,
};
