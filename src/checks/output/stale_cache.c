/* SPDX-License-Identifier: MIT
 *
 * Impossible while every call gets inputs that were never used before.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_fresh == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "each call had its own inputs");
	return aisp_find(f, AISP_VERDICT_PARTIAL, "inputs given by the user repeat");
}

const struct aisp_check aisp_check_output_stale_cache = {
	.id = "output.stale_cache",
	.cheat = "returns the result of an earlier call",
	.defence = "single-use inputs, made after the launch began",
	.incident = "KernelGuard: LAST_CALL_REPLAY, POINTER_CACHE",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_fresh },
	.judge = judge,
};
