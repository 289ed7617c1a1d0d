/* SPDX-License-Identifier: MIT
 *
 * An infinity must stand where the reference overflows, only there.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_inf > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f elements are infinite",
				 ev->n_inf);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_output_invalid_values_inf = {
	.id = "output.invalid_values_inf",
	.cheat = "overflows, and an infinite tolerance or a skipped element hides it",
	.defence = "no infinity where the reference is finite",
	.n_needs = 1,
	.needs = { AISP_FACT_n_inf },
	.judge = judge,
};
