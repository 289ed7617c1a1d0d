/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool is_incomplete(const struct aisp_evidence *ev)
{
	return ev->n_late > 0 || ev->n_unended > 0;
}

static bool is_too_short(const struct aisp_evidence *ev)
{
	return !(ev->call_ns > 0);
}

static bool has_unended_work(const struct aisp_evidence *ev)
{
	return ev->n_unended > 0;
}

static bool has_streams(const struct aisp_evidence *ev)
{
	return ev->n_streams > 1;
}

static bool flush_is_weak(const struct aisp_evidence *ev)
{
	return !(ev->flush_cold_ns > 1.25 * ev->flush_hot_ns);
}

static bool keeps_workspace(const struct aisp_evidence *ev)
{
	return ev->n_kept > 0;
}

AISP_GUARANTEE(
	cuda, async_memcpy_incomplete, "answers while copies are still under way",
	"the clock stops when the whole device is idle; an audit launch finds nothing "
	"that runs on, and no output changes later",
	NULL, AISP_NEEDS(is_gpu, n_late, n_unended), AISP_GPU_ONLY,
	AISP_PARTLY(is_incomplete,
		    "%.0f copies or kernels had no end, %.0f outputs changed later",
		    AISP_N(n_unended), AISP_N(n_late)),
	AISP_HOLDS(AISP_ELSE, "every copy had ended when the clock stopped"));

AISP_GUARANTEE(cuda, device_global_cache,
	       "keeps results in variables of its GPU code, where they outlive a call",
	       "inputs are single-use: a kept result belongs to other inputs", NULL,
	       AISP_NEEDS(is_gpu, is_fresh), AISP_GPU_ONLY,
	       AISP_HOLDS(aisp_is_fresh,
			  "inputs of every call were new: nothing kept is an answer"),
	       AISP_REPEATED);

AISP_GUARANTEE(
	cuda, driver_overhead,
	"spends its time in calls of the driver, which a clock on the GPU does not see",
	"the time that decides is the judge's, from the ring to the answer; the GPU's "
	"own is reported beside it",
	NULL, AISP_NEEDS(is_gpu, call_ns, trace_ns), AISP_GPU_ONLY,
	AISP_PARTLY(is_too_short, "calls too short for the judge's clock"),
	AISP_HOLDS(AISP_ELSE,
		   "%.4g us a call from outside, the driver's included; "
		   "the GPU ran for %.4g us",
		   AISP_PER(call_ns, 1e3), AISP_PER(trace_ns, 1e3)));

/*
 * The worker's events are evidence for timing.event_timing_gaps, and a figure beside
 * the verdict.
 */
AISP_GUARANTEE(cuda, event_forging,
	       "changes what the worker says that its events measured",
	       "the verdict rests on the judge's clock in a process of its own; events "
	       "are only compared with it",
	       NULL, AISP_NEEDS(is_gpu, call_ns), AISP_GPU_ONLY,
	       AISP_PARTLY(is_too_short, "calls too short for the judge's clock"),
	       AISP_HOLDS(AISP_ELSE, "%.4g us by the judge's clock, in another process",
			  AISP_PER(call_ns, 1e3)));

/*
 * A call whose kernel never ends has no answer: the judge's limit ends the launch.
 */
AISP_GUARANTEE(cuda, persistent_kernel,
	       "leaves a kernel on the GPU that serves later calls, "
	       "or takes the other side's time",
	       "a call ends when the device is idle, or is killed; "
	       "each launch has a process of its own",
	       NULL, AISP_NEEDS(is_gpu, n_unended, limit_ns), AISP_GPU_ONLY,
	       AISP_PARTLY(has_unended_work,
			   "%.0f kernels or copies had no end when a call was over",
			   AISP_N(n_unended)),
	       AISP_HOLDS(AISP_ELSE,
			  "no kernel outlived its call; a call may take %.3g s",
			  AISP_PER(limit_ns, 1e9)));

AISP_GUARANTEE(
	cuda, shared_memory_state, "reads what its last launch left in shared memory",
	"inputs are single-use, and the judge's own kernels run between calls", NULL,
	AISP_NEEDS(is_gpu, is_fresh), AISP_GPU_ONLY,
	AISP_HOLDS(aisp_is_fresh,
		   "inputs of every call were new: nothing left behind is an answer"),
	AISP_REPEATED);

AISP_GUARANTEE(cuda, stream_priority,
	       "works on a stream of high priority, ahead of other work on the GPU",
	       "in a call nothing else runs on the GPU: the judge waits, the other "
	       "side has no process",
	       NULL, AISP_NEEDS(is_gpu, n_streams), AISP_GPU_ONLY,
	       AISP_PARTLY(has_streams, "%.0f streams, among which priority counts",
			   AISP_N(n_streams)),
	       AISP_HOLDS(AISP_ELSE, "one stream worked, and the judge's was idle"));

/*
 * The judge reads a mebibyte with one block, so that latency shows: DRAM's is about
 * twice that of L2.
 */
AISP_GUARANTEE(
	cuda, undersized_flush,
	"finds its data in L2, because a flush was smaller than the cache",
	"the judge reads three times what L2 holds, "
	"and tests that this puts data out of it",
	NULL, AISP_NEEDS(is_gpu, flush_cold_ns, flush_hot_ns), AISP_GPU_ONLY,
	AISP_PARTLY(flush_is_weak,
		    "a flush does not show: %.4g us after it, %.4g us at once again",
		    AISP_PER(flush_cold_ns, 1e3), AISP_PER(flush_hot_ns, 1e3)),
	AISP_HOLDS(AISP_ELSE, "a mebibyte takes %.4g us after a flush, %.4g us without",
		   AISP_PER(flush_cold_ns, 1e3), AISP_PER(flush_hot_ns, 1e3)));

/* Any workspace, a CPU's too. */
AISP_GUARANTEE(
	cuda, workspace_pre_compute,
	"keeps results, or parts of them, in the workspace from one call to the next",
	"the judge owns the workspace, poisons it before every call and checks that "
	"the poison is there",
	NULL, AISP_NEEDS(n_kept),
	AISP_PARTLY(keeps_workspace, "%.0f bytes of workspace were not poisoned",
		    AISP_N(n_kept)),
	AISP_HOLDS(AISP_ELSE, "new poison in all of the workspace before a call"));
