/* SPDX-License-Identifier: MIT
 *
 * The judge allocates every output at its size, between unmapped pages and canaries.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_canary > 0 || ev->n_poison > 0)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "the output was left or written beyond its shape");
	return aisp_find(f, AISP_VERDICT_PREVENTED,
			 "all of the judge's buffers were written, and nothing beside");
}

const struct aisp_check aisp_check_output_shape_mismatch = {
	.id = "output.shape_mismatch",
	.cheat = "returns an output of another shape",
	.defence = "the output is the judge's buffer: more of it faults or hits "
		   "canaries, less leaves poison",
	.incident = NULL,
	.is_prevented = true,
	.n_needs = 2,
	.needs = { AISP_FACT_n_canary, AISP_FACT_n_poison },
	.judge = judge,
};
