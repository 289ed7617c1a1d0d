/* SPDX-License-Identifier: MIT
 *
 * NaN is never a wildcard: it must stand where the reference has it, only there.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_nan > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f elements are NaN",
				 ev->n_nan);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_invalid_values_nan = {
	.id = "output.invalid_values_nan",
	.cheat = "leaves NaN where a comparison with a tolerance does not notice it",
	.defence = "no NaN where the reference is a number",
	.n_needs = 1,
	.needs = { AISP_FACT_n_nan },
	.judge = judge,
};
