/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "system calls are not filtered while it loads");
	if (!((unsigned)ev->uses & AISP_USES_FILES))
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "io_uring_setup() is denied");
	if (ev->has_landlock == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "declared, and Landlock holds its files");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "declared, and no Landlock");
}

const struct aisp_check aisp_check_isolation_io_uring_bypass = {
	.id = "isolation.io_uring_bypass",
	.cheat = "lets the kernel do in a ring what its filter of system calls forbids",
	.defence = "io_uring is denied unless the workload declares files; then "
		   "Landlock still holds",
	.is_prevented = true,
	.n_needs = 3,
	.needs = { AISP_FACT_has_load_filter, AISP_FACT_uses, AISP_FACT_has_landlock },
	.judge = judge,
};
