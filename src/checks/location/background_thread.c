/* SPDX-License-Identifier: MIT
 *
 * After setup() the kernel refuses new threads; those from setup() are counted.
 */
#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->n_threads > ev->n_threads_allowed)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f threads, %.0f declared: io->n_threads counts "
				 "the one that calls run()",
				 ev->n_threads, ev->n_threads_allowed);
	if (ev->is_sandboxed != 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "system calls are not filtered");
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_location_background_thread = {
	.id = "location.background_thread",
	.cheat = "computes in threads that the workload does not declare",
	.defence = "system calls filtered in timed calls, "
		   "and no more threads than declared",
	.incident = "pygpubench: thread_fd",
	.n_needs = 3,
	.needs = { AISP_FACT_n_threads, AISP_FACT_n_threads_allowed,
		   AISP_FACT_is_sandboxed },
	.judge = judge,
};
