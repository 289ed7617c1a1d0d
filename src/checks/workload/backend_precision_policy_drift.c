/* SPDX-License-Identifier: MIT
 *
 * The worker sets the default mode before each ring, and looks again after it.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->has_fp_changed == 1)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "calls leave another rounding or "
				 "treatment of subnormal numbers behind");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_workload_backend_precision_policy_drift = {
	.id = "workload.backend_precision_policy_drift",
	.cheat = "changes the floating-point mode for itself and what follows",
	.defence = "rounding, flush-to-zero and denormals-are-zero are reset before a "
		   "ring and compared after it",
	.incident = "PyTorch TF32 Default 2020",
	.n_needs = 1,
	.needs = { AISP_FACT_has_fp_changed },
	.judge = judge,
};
