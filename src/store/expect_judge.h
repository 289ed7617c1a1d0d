/* SPDX-License-Identifier: MIT
 *
 * expect_judge.h - does a run reach what is expected?
 *
 * A metric REGRESSED if its whole interval lies beyond the bound on its bad side,
 * and IMPROVED beyond the other; it is UNCLEAR if only the estimate lies beyond
 * the bad bound, and else HOLDS.  A result takes the worst of its metrics.  Ratios are
 * judged on the class of machines; the time only on the fingerprint, and only
 * between environments of grade A or B: what others do to a shared machine moves
 * times, and cancels in ratios.
 */
#ifndef AISP_EXPECT_JUDGE_H
#define AISP_EXPECT_JUDGE_H

#include <jansson.h>

#include "base/err.h"
#include "expect.h"

/*
 * Set the member `expectation` of each result (docs/expectations.md) from the
 * files of the place.  A damaged file makes NOT-JUDGED with is_damaged.  0, or -1
 * without memory.
 */
int aisp_expect_judge_run(struct aisp_run *run, const struct aisp_expect_place *place);

/*
 * The run's confirmation is another block of launches, measured because of
 * regressions: what did not regress there too becomes UNCLEAR, and what was not
 * measured there.  How many were not; -1 without memory.
 */
int aisp_expect_confirm_run(struct aisp_run *run,
			    const struct aisp_expect_place *place);

/* How many results are in that state. */
int aisp_expect_count(const struct aisp_run *run, enum aisp_expect_state s);

/*
 * Record what a judged run found: where there is no entry of this machine, or one
 * that it REGRESSED or IMPROVED from.  What holds stays, so that bounds do not
 * drift.  Numbers of a confirmation go before those that led to it.  A list of
 * { "target", "params", "path" or null, "why" it was not written or null }; NULL
 * with *err filled if a file could not be written.
 */
json_t *aisp_expect_accept_run(const struct aisp_run *run,
			       const struct aisp_expect_place *place,
			       struct aisp_err *err);

#endif
