/* SPDX-License-Identifier: MIT */
#include <aisp/workload.h>

#include "checks/guarantee.h"

/* See rank_skipping.c for what a rank is. */
#define RANKS_COMPLETE(sentence)                                                       \
	AISP_NO_MEANING(has_no_ranks, "the workload has no ranks"),                    \
		AISP_PARTLY(is_incomplete, "outputs were not complete at the answer"), \
		AISP_HOLDS(AISP_ELSE, sentence)

static bool has_no_ranks(const struct aisp_evidence *ev)
{
	return !aisp_has_part(ev, AISP_PART_RANKS);
}

static bool is_incomplete(const struct aisp_evidence *ev)
{
	return ev->n_late > 0 || ev->n_poison > 0;
}

static bool has_moved(const struct aisp_evidence *ev)
{
	return ev->n_cpus_other > 0 || ev->device != ev->device_first;
}

AISP_GUARANTEE(
	distributed, async_gradient_timing,
	"lets collectives run on after the clock has stopped",
	"outputs of all ranks are read when the answer comes, and once more later",
	NULL, AISP_NEEDS(parts, n_late, n_poison),
	RANKS_COMPLETE("no output of any rank changed after the answer"));

AISP_GUARANTEE(
	distributed, barrier_timing, "stops its clock when the first rank has finished",
	"one bell starts all ranks and the clock, one answer after the last stops it",
	NULL, AISP_NEEDS(parts, n_late, n_poison),
	RANKS_COMPLETE("the clock stopped after the outputs of all ranks were there"));

AISP_GUARANTEE(
	distributed, gradient_bucketing_mismatch,
	"sends whole buckets and drops the rest, or fewer of them than the baseline",
	"a variant may choose its buckets: every element of every rank is compared",
	NULL, AISP_NEEDS(parts, n_late, n_poison),
	RANKS_COMPLETE("every element was there, however it was sent"));

AISP_GUARANTEE(
	distributed, pipeline_bubble_hiding,
	"counts the time of stages, not the time until the last stage has finished",
	"the time from bell to answer is the only one, with every bubble in it", NULL,
	AISP_NEEDS(parts, n_late, n_poison),
	RANKS_COMPLETE("the whole time counted, and all outputs were there"));

AISP_GUARANTEE(
	distributed, shard_size_mismatch,
	"gives ranks smaller shards than the baseline's",
	"the judge owns the tensors and so the shards; what no rank writes stays "
	"poison",
	NULL, AISP_NEEDS(parts, n_late, n_poison),
	RANKS_COMPLETE("the shards are the judge's, and all of them were written"));

/* The judge gives a variant its ranks and tensors, and reads itself where they ran. */
AISP_GUARANTEE(distributed, topology_mismatch, "claims another topology than it ran on",
	       "claims of a variant are ignored: the judge reads devices and CPUs "
	       "itself, for each launch",
	       NULL, AISP_NEEDS(parts, n_cpus_other, device, device_first),
	       AISP_NO_MEANING(has_no_ranks, "the workload has no ranks"),
	       AISP_PARTLY(has_moved, "it ran elsewhere than in the first launch"),
	       AISP_HOLDS(AISP_ELSE,
			  "no claim is heard; it ran where the judge put it"));
