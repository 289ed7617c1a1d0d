/* SPDX-License-Identifier: MIT
 *
 * expect_judge.h - compare a run with what is expected.
 *
 * A metric REGRESSED if its whole interval lies beyond the bound on its bad side, and
 * IMPROVED beyond the other; it is UNCLEAR if only the estimate lies beyond the bad
 * bound; else it HOLDS.  A result takes the worst of its metrics.  Ratios are judged by
 * the class of machines.  Times are judged only for the same fingerprint and grade A or
 * B: on a shared machine others change times, but not ratios.
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
 * The run's confirmation is a second block of launches, measured because of
 * regressions.  Results that did not regress there too, or were not measured there,
 * become UNCLEAR.  Returns how many were not measured; -1 without memory.
 */
int aisp_expect_confirm_run(struct aisp_run *run,
			    const struct aisp_expect_place *place);

/* Counts the results in that state. */
int aisp_expect_count(const struct aisp_run *run, enum aisp_expect_state s);

/*
 * Records the results of a judged run that have no entry for this machine, or that
 * REGRESSED or IMPROVED.  Entries that hold stay, so that bounds do not drift.  Figures
 * of a confirmation take precedence.  Returns a list of { "target", "params", "path" or
 * null, "unseen_loss": the share of its speedup that the bound lets be lost, or null,
 * "why" it was not written or null }; NULL with *err filled if a file could not be
 * written.
 */
json_t *aisp_expect_accept_run(const struct aisp_run *run,
			       const struct aisp_expect_place *place,
			       struct aisp_err *err);

#endif
