/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_shared > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "%.0f shared mappings of its own", ev->n_shared);
	if (ev->has_landlock == 1 && ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "no place to keep anything, none was made");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "files or shared memory stay open to it");
}

const struct aisp_check aisp_check_isolation_cross_process_replay = {
	.id = "isolation.cross_process_replay",
	.cheat = "keeps results of one launch for the next, in files or shared memory",
	.defence = "nothing outlives a launch: no file, no shared memory; and inputs "
		   "never repeat",
	.incident = "reference-kernels issue 142",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_has_landlock, AISP_FACT_has_load_filter,
		   AISP_FACT_n_shared },
	.judge = judge,
};
