/* SPDX-License-Identifier: MIT
 *
 * On the CPU a variant may keep what it likes in its state, unless memory is judged.
 * Then it may hold what its libraries and threads need before they do anything; of a
 * GPU's memory the score is charged, so that only what lies at the host is refused.
 */
#include <aisp/workload.h>

#include <aisp/check.h>

#define FREE_BYTES   (192 << 10)
#define THREAD_BYTES (64 << 10) /* of its stack */
#define PINNED_BYTES (1 << 20)  /* flags and counters of libraries */

static enum aisp_verdict judge_host(const struct aisp_evidence *ev,
				    struct aisp_finding *f)
{
	double limit = FREE_BYTES + THREAD_BYTES * ev->n_threads_allowed;

	if (ev->own_bytes < 0)
		return aisp_find(f, AISP_VERDICT_NA, "memory is not judged");
	if (ev->own_bytes > limit)
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f KiB of its own beside the workspace, %.0f are "
				 "allowed: ask for more by a line WORKSPACE: (stacks, "
				 "static data, and memory that it unmapped in a call "
				 "count)",
				 ev->own_bytes / 1024, limit / 1024);
	return AISP_VERDICT_PASS;
}

/* The judge sees the GPU's memory, but not host memory that the driver pinned. */
static bool hides_at_host(const struct aisp_evidence *ev)
{
	return ev->own_bytes >= 0 && ev->pinned_bytes > PINNED_BYTES;
}

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (!aisp_is_on_gpu(ev))
		return judge_host(ev, f);
	if (ev->n_allocs > 0 && !((unsigned)ev->uses & AISP_USES_ALLOC))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f allocations in a call, undeclared",
				 ev->n_allocs);
	if (hides_at_host(ev))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "%.0f KiB of host memory mapped for the GPU, %d are "
				 "allowed where memory is judged",
				 ev->pinned_bytes / 1024, PINNED_BYTES >> 10);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_memory_memory_pool_reuse = {
	.id = "memory.memory_pool_reuse",
	.cheat = "takes memory in timed calls that a pool "
		 "has kept from the untimed ones",
	.defence = "allocations counted in an audit launch; system calls for more are "
		   "denied; where memory is judged, munmap() in a call does "
		   "nothing, and all pages that the worker holds are counted, and on a "
		   "GPU what it has pinned at the host",
	.incident = NULL,
	.n_needs = 5,
	.needs = { AISP_FACT_is_gpu, AISP_FACT_uses, AISP_FACT_n_allocs,
		   AISP_FACT_own_bytes, AISP_FACT_n_threads_allowed },
	.judge = judge,
};
