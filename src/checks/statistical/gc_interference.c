/* SPDX-License-Identifier: MIT
 *
 * C has no collector; its counterpart is memory that is freed late, in timed calls.  A
 * variant that does not declare AISP_USES_ALLOC has none to free.  A GPU's driver
 * manages its own memory.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (aisp_is_on_gpu(ev))
		return AISP_VERDICT_PASS;
	if ((unsigned)ev->uses & AISP_USES_ALLOC)
		return aisp_find(f, AISP_VERDICT_PASS, "declared: AISP_USES_ALLOC");
	if (ev->unmapped_bytes > 0)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.3g MiB given back in timed calls, undeclared: give "
				 "memory back in setup() or teardown(), or declare "
				 "AISP_USES_ALLOC",
				 ev->unmapped_bytes / 0x1p20);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_statistical_gc_interference = {
	.id = "statistical.gc_interference",
	.cheat = "frees memory in timed calls that it allocated earlier, to be slow",
	.defence =
		"the size of the worker's address space, without its stack, around the "
		"timed calls",
	.n_needs = 3,
	.needs = { AISP_FACT_unmapped_bytes, AISP_FACT_uses, AISP_FACT_is_gpu },
	.judge = judge,
};
