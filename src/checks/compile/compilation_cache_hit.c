/* SPDX-License-Identifier: MIT
 *
 * In C: code, plans or tables that an earlier run left on the disk.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no cache survives a launch");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "this kernel has no Landlock: files stay open to it");
}

const struct aisp_check aisp_check_compile_compilation_cache_hit = {
	.id = "compile.compilation_cache_hit",
	.cheat = "answers from what an earlier run compiled, planned or computed",
	.defence = "no file may be written or found; a GPU's code cache is off",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_landlock },
	.judge = judge,
};
