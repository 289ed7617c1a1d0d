/* SPDX-License-Identifier: MIT
 *
 * A fault costs 0.1 us at the very least, 0.25 to 1 us as a rule.  On a GPU some are
 * its driver's.
 */
#include <aisp/workload.h>
#include <math.h>

#include <aisp/check.h>

#define FEW 8 /* the first call may enter pages of code, of the stack, of a table */

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double n_calls = ev->n_samples * ev->sample_ns / ev->call_ns;
	double share = 100 * ev->n_minor_faults / (ev->n_samples * ev->sample_ns);

	if ((unsigned)ev->uses & AISP_USES_ALLOC)
		return aisp_find(f, AISP_VERDICT_PASS, "allocation is declared");
	if (aisp_is_on_gpu(ev) && ((unsigned)ev->uses & AISP_USES_MANAGED))
		return aisp_find(f, AISP_VERDICT_PASS, "managed memory is declared");
	if (ev->n_minor_faults >= fmax(n_calls, FEW) && share > 0.02)
		return aisp_find(f,
				 aisp_is_on_gpu(ev) ? AISP_VERDICT_PARTIAL
						    : AISP_VERDICT_FAIL,
				 "%.3g page faults a call, undeclared: write to memory "
				 "in setup() (not zeros: gcc makes calloc() of them), "
				 "or declare AISP_USES_ALLOC",
				 ev->n_minor_faults / n_calls);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_memory_page_fault_timing = {
	.id = "memory.page_fault_timing",
	.cheat = "touches pages for the first time in timed calls, so that the "
		 "kernel's time counts",
	.defence = "page faults of timed calls, counted by the kernel; allowed where "
		   "allocation, or on a GPU managed memory, is declared",
	.n_needs = 6,
	.needs = { AISP_FACT_n_minor_faults, AISP_FACT_uses, AISP_FACT_call_ns,
		   AISP_FACT_sample_ns, AISP_FACT_n_samples, AISP_FACT_is_gpu },
	.judge = judge,
};
