/* SPDX-License-Identifier: MIT
 *
 * The wait for the device covers one context: work of another one escapes it.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_contexts > 0)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f contexts of its own",
				 ev->n_contexts);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_cuda_context_switch_overhead = {
	.id = "cuda.context_switch_overhead",
	.cheat = "works in a context of its own, to which the GPU must switch, and for "
		 "which the clock does not wait",
	.defence =
		"one context per worker; others are counted in an audit launch; a "
		"command before the bell makes the GPU switch to the worker's context",
	.is_of_gpu = true,
	.n_needs = 2,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_n_contexts },
	.judge = judge,
};
