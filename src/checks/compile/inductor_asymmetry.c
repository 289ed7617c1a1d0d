/* SPDX-License-Identifier: MIT
 *
 * In C: flags.  Which keep the compiler from optimising is a list in
 * src/judge/flags.c; a workload says "FLAGS DIFFER" where they are the lesson.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_slower_flags > 0)
		return aisp_find(
			f, AISP_VERDICT_FAIL,
			"%.0f of the baseline's FLAGS slow it alone: give both "
			"sides the same, or write FLAGS DIFFER into the workload",
			ev->n_slower_flags);
	if (ev->n_own_flags > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f flags that the baseline lacks", ev->n_own_flags);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_compile_inductor_asymmetry = {
	.id = "compile.inductor_asymmetry",
	.cheat = "compiles the baseline so that the optimized side wins",
	.defence = "the recorded command lines of both sides are compared",
	.n_needs = 2,
	.needs = { AISP_FACT_n_slower_flags, AISP_FACT_n_own_flags },
	.judge = judge,
};
