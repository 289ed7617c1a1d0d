/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_in_judge == 1)
		return aisp_find(f, AISP_VERDICT_FAIL, "the judge has loaded it, too");
	if (ev->has_load_filter == 1 && ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no symbol of its own is bound in the judge");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "files or calls by which to reach the judge stay open");
}

const struct aisp_check aisp_check_isolation_symbol_interposition = {
	.id = "isolation.symbol_interposition",
	.cheat = "exports names of the C library, so that the harness calls them",
	.defence = "an object is loaded in a process of its own and bound locally; the "
		   "judge loads none",
	.incident = "pygpubench: function_detour",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_is_in_judge, AISP_FACT_has_load_filter,
		   AISP_FACT_has_landlock },
	.judge = judge,
};
