/* SPDX-License-Identifier: MIT
 *
 * All errors lie within the bounds of the next lower precision: TF32 or half for
 * single, single for double, E4M3 for bf16.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_low > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of all %.0f elements compared in the launch are "
				 "as wrong as the next-lower precision makes them",
				 ev->n_low, ev->n_elems);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_workload_precision_mismatch = {
	.id = "workload.precision_mismatch",
	.cheat = "computes in a lower precision than the outputs are in",
	.defence = "the error bound excludes the next-lower precision, as a control of "
		   "bench verify shows; errors that only the bound of that precision "
		   "allows are counted apart",
	.incident = "deep-reinforce 2025: bf16 inside an fp32 task",
	.n_needs = 2,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_low },
	.judge = judge,
};
