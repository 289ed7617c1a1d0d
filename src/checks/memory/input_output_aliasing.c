/* SPDX-License-Identifier: MIT
 *
 * Outputs are the judge's own pages. Inputs cannot be mapped for writing, or, on a GPU,
 * must have the same fingerprint after a call as before.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->is_readonly == 1)
		return aisp_find(f, AISP_VERDICT_PREVENTED,
				 "a writable mapping was refused");
	if (ev->n_in_changed > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f inputs changed",
				 ev->n_in_changed);
	if (ev->n_in_changed == 0)
		return aisp_find(f, AISP_VERDICT_PASS, "no fingerprint changed");
	return aisp_find(f, AISP_VERDICT_PARTIAL,
			 "this kernel cannot seal memory files");
}

const struct aisp_check aisp_check_memory_input_output_aliasing = {
	.id = "memory.input_output_aliasing",
	.cheat = "lets an output be a prefilled input, "
		 "or changes inputs so that later checks pass",
	.defence = "disjoint mappings with unmapped pages between; inputs read-only in "
		   "the worker; fingerprints of inputs on a GPU",
	.incident = "kernelbot: cheat-input",
	.is_prevented = true,
	.n_needs = 1,
	.needs = { AISP_FACT_is_readonly },
	.judge = judge,
};
