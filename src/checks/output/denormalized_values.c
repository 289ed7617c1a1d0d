/* SPDX-License-Identifier: MIT
 *
 * Flushing subnormal numbers to zero saves cycles on many CPUs and in GPU modes.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_flushed > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of all %.0f elements compared in the launch are "
				 "zero instead of subnormal",
				 ev->n_flushed, ev->n_elems);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_denormalized_values = {
	.id = "output.denormalized_values",
	.cheat = "flushes subnormal numbers to zero",
	.defence = "elements that are zero where the "
		   "reference is subnormal are counted apart",
	.incident = NULL,
	.n_needs = 2,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_flushed },
	.judge = judge,
};
