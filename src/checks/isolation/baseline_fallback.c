/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "the baseline's object cannot be opened");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "this kernel has no Landlock: files stay open to it");
}

const struct aisp_check aisp_check_isolation_baseline_fallback = {
	.id = "isolation.baseline_fallback",
	.cheat = "calls the baseline, or the reference, under its own name",
	.defence = "one variant is loaded; the objects of the others cannot be opened",
	.incident = "Kevin 2025: try the kernel, fall back to the reference",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_landlock },
	.judge = judge,
};
