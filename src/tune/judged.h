/* SPDX-License-Identifier: MIT
 *
 * judged.h - the result of a judge's run for a candidate.
 */
#ifndef AISP_JUDGED_H
#define AISP_JUDGED_H

#include "run/model.h"
#include "search_record.h"

/*
 * Fills fate, verdict, ratio, checks, seed and why of *r from that variant's result.
 * *is_baseline: all of it refers to the other side. Texts go into the arena. Returns 0,
 * or -1 with *err filled: the run has no such result.
 */
int aisp_tune_judged(struct aisp_tune_record *r, const struct aisp_run *run,
		     const char *variant, bool *is_baseline, struct aisp_arena *a,
		     struct aisp_err *err);

#endif
