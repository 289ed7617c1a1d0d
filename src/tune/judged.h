/* SPDX-License-Identifier: MIT
 *
 * judged.h - what a run of the judge says of a candidate.
 */
#ifndef AISP_JUDGED_H
#define AISP_JUDGED_H

#include "run/model.h"
#include "search_record.h"

/*
 * Fill fate, verdict, ratio, checks, seed and why of *r from the result of that
 * variant. *is_baseline: all of it is about what the variant was compared with.  The
 * texts go into the arena.  0, or -1 with *err filled: the run has no such result.
 */
int aisp_tune_judged(struct aisp_tune_record *r, const struct aisp_run *run,
		     const char *variant, bool *is_baseline, struct aisp_arena *a,
		     struct aisp_err *err);

#endif
