/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED, "no file may be written");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "this kernel has no Landlock: files stay open to it");
}

const struct aisp_check aisp_check_isolation_file_write = {
	.id = "isolation.file_write",
	.cheat = "leaves files for a later launch, or overwrites sources and results",
	.defence = "Landlock grants no right to write; the limit of file sizes is 0",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_landlock },
	.judge = judge,
};
