/* SPDX-License-Identifier: MIT */
#include "checks/guarantee.h"

static bool has_poison(const struct aisp_evidence *ev)
{
	return ev->n_unwritten > 0 || ev->n_poison > 0;
}

static bool is_out_of_shape(const struct aisp_evidence *ev)
{
	return ev->n_canary > 0 || ev->n_poison > 0;
}

/* The judge reads the output's bytes as the workload's type, whatever their meaning. */
AISP_GUARANTEE(output, dtype_mismatch,
	       "returns an output of another type, smaller or less exact",
	       "the judge's buffer has the workload's type: other bytes are other "
	       "values, fewer leave poison",
	       NULL, AISP_NEEDS(n_unwritten, n_poison),
	       AISP_PARTLY(has_poison, "parts of the output still hold the poison"),
	       AISP_HOLDS(AISP_ELSE,
			  "every byte was written and read as the workload's type"));

/*
 * The judge allocates every output at its size, between unmapped pages and canaries.
 */
AISP_GUARANTEE(
	output, shape_mismatch, "returns an output of another shape",
	"the output is the judge's buffer: "
	"more of it faults or hits canaries, less leaves poison",
	NULL, AISP_NEEDS(n_canary, n_poison),
	AISP_PARTLY(is_out_of_shape, "the output was left or written beyond its shape"),
	AISP_HOLDS(AISP_ELSE,
		   "all of the judge's buffers were written, and nothing beside"));

/* Impossible while every call gets inputs that were never used before. */
AISP_GUARANTEE(output, stale_cache, "returns the result of an earlier call",
	       "single-use inputs, made after the launch began",
	       "KernelGuard: LAST_CALL_REPLAY, POINTER_CACHE", AISP_NEEDS(is_fresh),
	       AISP_HOLDS(aisp_is_fresh, "each call had its own inputs"),
	       AISP_REPEATED);
