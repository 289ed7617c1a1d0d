/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "/proc cannot be opened");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "this kernel has no Landlock: files stay open to it");
}

const struct aisp_check aisp_check_isolation_proc_memory = {
	.id = "isolation.proc_memory",
	.cheat = "writes through /proc/self/mem where its own mappings are read-only",
	.defence = "no file of /proc may be opened",
	.incident = "pygpubench: proc_mem_bypass",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_landlock },
	.judge = judge,
};
