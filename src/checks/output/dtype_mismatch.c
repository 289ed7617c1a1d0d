/* SPDX-License-Identifier: MIT
 *
 * The judge reads the output's bytes as the workload's type, whatever was meant.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_unwritten > 0 || ev->n_poison > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "parts of the output still hold the poison");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "every byte was written and read as the workload's type");
}

const struct aisp_check aisp_check_output_dtype_mismatch = {
	.id = "output.dtype_mismatch",
	.cheat = "returns an output of another type, smaller or less exact",
	.defence = "the judge's buffer has the workload's type: other bytes are other "
		   "values, fewer leave poison",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_unwritten, AISP_FACT_n_poison },
	.judge = judge,
};
