/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_load_filter == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "the kernel filters, whatever the source looks like");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "system calls are not filtered while it loads");
}

const struct aisp_check aisp_check_isolation_obfuscated_call = {
	.id = "isolation.obfuscated_call",
	.cheat = "hides a system call from whoever reads the source or the imports",
	.defence = "the filter looks at the call itself",
	.incident = "KernelGuard: TOKEN_PASTE_CUDA_API",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_has_load_filter },
	.judge = judge,
};
