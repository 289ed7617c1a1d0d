/* SPDX-License-Identifier: MIT
 *
 * A baseline is a second reference: another program, written for the same title.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_baseline != 1)
		return aisp_find(f, AISP_VERDICT_PASS, "judged on the baseline");
	if (ev->n_wrong > 0 && !(ev->ignored > 0))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "the baseline and the reference disagree on %.0f of "
				 "all %.0f elements compared in the launch: one of "
				 "them is wrong",
				 ev->n_wrong, ev->n_elems);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_invalid_ground_truth = {
	.id = "output.invalid_ground_truth",
	.cheat = "is compared with expected values that are wrong",
	.defence = "the baseline must agree with the reference, which shares no code "
		   "with it; bench verify adds controls that must fail",
	.incident = "ImageNet Labels 2021, MMLU Errors 2025",
	.n_needs = 3,
	.needs = { AISP_FACT_is_baseline, AISP_FACT_n_elems, AISP_FACT_n_wrong },
	.judge = judge,
};
