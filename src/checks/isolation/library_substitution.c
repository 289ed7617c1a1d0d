/* SPDX-License-Identifier: MIT */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_undeclared > 1)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%s and %.0f more, which it neither links nor "
				 "declares: name them in a line LIBS",
				 ev->undeclared, ev->n_undeclared - 1);
	if (ev->n_undeclared > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%s, which it neither links nor declares: name it in "
				 "a line LIBS",
				 ev->undeclared);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_isolation_library_substitution = {
	.id = "isolation.library_substitution",
	.cheat = "calls a vendor's library and presents its speed as its own",
	.defence = "a variant may run code only from its own object and from libraries "
		   "that it links or declares",
	.incident = "wafer 2025; KernelGuard",
	.n_needs = 1,
	.needs = { AISP_FACT_n_undeclared },
	.judge = judge,
};
