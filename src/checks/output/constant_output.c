/* SPDX-License-Identifier: MIT
 *
 * The judge calls once more on inputs that are all new.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_wrong > 0 && ev->ignored == AISP_IGNORED_ALL)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f of all %.0f elements compared in the launch are out of "
			"bounds, and no input changes any",
			ev->n_wrong, ev->n_elems);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_constant_output = {
	.id = "output.constant_output",
	.cheat = "writes the same outputs for all inputs",
	.defence = "wrong outputs must at least change with the inputs; bench verify "
		   "refuses a workload whose error model lets zeros or a constant pass",
	.incident = "KernelBench issue 165: zeros pass",
	.n_needs = 3,
	.needs = { AISP_FACT_n_elems, AISP_FACT_n_wrong, AISP_FACT_ignored },
	.judge = judge,
};
