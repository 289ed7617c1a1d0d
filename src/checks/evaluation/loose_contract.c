/* SPDX-License-Identifier: MIT
 *
 * A bound of rounding errors grows with the number of terms, and in a short type soon
 * spans the values themselves: then the outputs prove nothing.  Tried on the sizes of
 * the run, where `bench verify` tries small ones.
 */
#include <aisp/check.h>
#include <stdio.h>
#include <string.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	char names[120] = "";

	for (int k = 0; k < AISP_N_CONTROLS; k++) {
		size_t n = strlen(names);

		if ((unsigned)ev->loose >> k & 1)
			snprintf(names + n, sizeof(names) - n, "%s%s", n ? ", " : "",
				 aisp_control_name((enum aisp_control)k));
	}
	if (!names[0] && ev->loose_share > 0)
		return aisp_find(
			f, AISP_VERDICT_PARTIAL,
			"up to %.2g %% of the terms may be left out within the "
			"error bound; the margin includes it",
			100 * ev->loose_share);
	if (!names[0])
		return AISP_VERDICT_PASS;
	return aisp_find(f, AISP_VERDICT_FAIL,
			 "the workload's error bound lets wrong outputs pass: %s",
			 names);
}

const struct aisp_check aisp_check_evaluation_loose_contract = {
	.id = "evaluation.loose_contract",
	.cheat = "has an error bound so wide that part of the work may be left out",
	.defence = "outputs that are wrong by construction must fail at the sizes of "
		   "the run, before anything is measured",
	.incident = NULL,
	.n_needs = 1,
	.needs = { AISP_FACT_loose },
	.judge = judge,
};
