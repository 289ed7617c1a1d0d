/* SPDX-License-Identifier: MIT
 *
 * Every compared element counts, and NaN fails every bound.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_elems == 0)
		return aisp_find(f, AISP_VERDICT_UNKNOWN, "no element was compared");
	if (ev->n_wrong > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f of %.0f elements out of bounds", ev->n_wrong,
				 ev->n_elems);
	if (ev->rms_ratio > 0.25)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "RMS error %.3g of the bound, more than a quarter",
				 ev->rms_ratio);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_approximation_drift = {
	.id = "output.approximation_drift",
	.cheat = "computes something cheaper than the reference: lower precision, "
		 "fewer terms, a constant",
	.defence = "each element within the workload's running-error bound, and their "
		   "root mean square within a quarter of it",
	.incident = "deep-reinforce 2025: bf16 inside an fp32 task; KernelBench issue "
		    "165: zeros pass",
	.n_needs = 3,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_rms_ratio },
	.judge = judge,
};
