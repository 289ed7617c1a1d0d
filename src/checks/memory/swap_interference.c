/* SPDX-License-Identifier: MIT
 *
 * In C: pages that lie on the disk.  A read takes 20 us from the fastest one.  The
 * kernel counts pages that come from a GPU as if they came from a disk.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	double share = 20e3 * ev->n_major_faults / (ev->n_samples * ev->sample_ns);

	if ((unsigned)ev->uses & AISP_USES_FILES)
		return aisp_find(f, AISP_VERDICT_PASS, "files are declared");
	if (aisp_is_on_gpu(ev) && ((unsigned)ev->uses & AISP_USES_MANAGED))
		return aisp_find(f, AISP_VERDICT_PASS, "managed memory is declared");
	if (share > 0.02)
		return aisp_find(f, AISP_VERDICT_FAIL, "%.0f reads from the disk",
				 ev->n_major_faults);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_memory_swap_interference = {
	.id = "memory.swap_interference",
	.cheat = "makes the other variant read its pages from the disk in timed calls",
	.defence = "major page faults of timed calls, counted by the kernel; allowed "
		   "where files, or on a GPU managed memory, are declared",
	.is_majority = true, /* the first launch may read a file that nobody had read */
	.n_needs = 5,
	.needs = { AISP_FACT_n_major_faults, AISP_FACT_uses, AISP_FACT_sample_ns,
		   AISP_FACT_n_samples, AISP_FACT_is_gpu },
	.judge = judge,
};
