/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool has_small_heap(const struct aisp_evidence *ev)
{
	return ev->heap_bytes < 64e6;
}

static bool has_late_lines(const struct aisp_evidence *ev)
{
	return ev->n_late > 0;
}

static bool has_compared(const struct aisp_evidence *ev)
{
	return ev->n_compared > 0;
}

/* In C: the state of the heap that a launch finds. */
AISP_GUARANTEE(memory, fragmentation_effects,
	       "leaves the allocator in a state that costs the other side",
	       "each launch is a new process, "
	       "and its heap is empty when the variant is loaded",
	       NULL, AISP_NEEDS(heap_bytes, is_gpu),
	       AISP_HOLDS(aisp_is_on_gpu, "a new process with its driver's data only"),
	       AISP_HOLDS(has_small_heap, "a new process with %.0f KiB of data",
			  AISP_PER(heap_bytes, 1024)),
	       AISP_PARTLY(AISP_ELSE, "%.0f MiB of data from the start",
			   AISP_PER(heap_bytes, 1048576)));

/*
 * The worker waits for its GPU.  The judge checks that by fingerprints of the outputs,
 * taken at the answer and again later.
 */
AISP_GUARANTEE(
	memory, pinned_memory_timing,
	"starts a copy between pinned memory and the GPU, and does not wait for it",
	"the clock stops when the whole device is idle; outputs have the same "
	"fingerprint at the answer and later",
	NULL, AISP_NEEDS(is_gpu, n_late), AISP_GPU_ONLY,
	AISP_PARTLY(has_late_lines, "%.0f outputs changed after the answer",
		    AISP_N(n_late)),
	AISP_HOLDS(AISP_ELSE,
		   "all bytes were there at the answer, by their fingerprints"));

/*
 * Tensors of all ranks, workspaces and space that other variants asked for are adjacent
 * in the judge's files, of which a worker maps parts.
 */
AISP_GUARANTEE(memory, stretched_mapping,
	       "makes a mapping of a tensor longer, to use memory that it did not ask "
	       "for or to "
	       "reach other ranks' tensors",
	       "the filter of system calls denies moving and extending the judge's "
	       "mappings, and making them writable",
	       NULL, AISP_NEEDS(has_load_filter),
	       AISP_HOLDS(aisp_has_load_filter,
			  "its tensors are mapped as the judge did it"),
	       AISP_UNFILTERED);

static bool has_counted(const struct aisp_evidence *ev)
{
	return ev->own_bytes >= 0;
}

static bool is_time(const struct aisp_evidence *ev)
{
	return ev->own_bytes < 0;
}

/* memory.memory_pool_reuse limits it. */
AISP_GUARANTEE(memory, hidden_workspace,
	       "keeps its workspace in memory that libraries and stacks may use, and "
	       "declares none",
	       "memory that a launch holds beyond the baseline's, on a GPU beyond 16 "
	       "MiB, is added to the workspace that it declares",
	       NULL, AISP_NEEDS(own_bytes), AISP_HOLDS(is_time, "memory is not judged"),
	       AISP_HOLDS(has_counted, "%.0f KiB of its own, counted",
			  AISP_PER(own_bytes, 1024)),
	       AISP_PARTLY(AISP_ELSE, "its own memory is not known"));

AISP_GUARANTEE(
	memory, pre_allocated_output,
	"returns a result that lies ready in memory of its own",
	"outputs are the judge's, at its addresses, and hold poison before each call",
	NULL, AISP_NEEDS(n_compared),
	AISP_HOLDS(has_compared, "outputs are read where the judge put them"),
	AISP_PARTLY(AISP_ELSE, "nothing was compared"));
