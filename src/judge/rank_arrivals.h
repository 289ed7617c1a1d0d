/* SPDX-License-Identifier: MIT
 *
 * rank_arrivals.h - which of a launch's ranks answers last, by the judge's own clock.
 *
 * The judge then reads every rank's bell instead of one and, where it sleeps, wakes for
 * each answer.  Only launches with has_arrivals pay for that.
 */
#ifndef AISP_RANK_ARRIVALS_H
#define AISP_RANK_ARRIVALS_H

#include <time.h>

#include "launch.h"

/* Has every rank answered?  Notes when each is first seen to have. */
bool aisp_ranks_poll(struct aisp_launch *l);

/* Sleep until another rank answers, or patience is over.  0 if woken. */
long aisp_ranks_sleep(const struct aisp_launch *l, const struct timespec *patience);

/*
 * Of a call that all have answered: which rank was seen last, and how long after the
 * one before it.  If one poll saw two of them, none was last: -1.
 */
struct aisp_last_rank aisp_ranks_last(const struct aisp_launch *l);

/* Between the first and the last answer to that call, as they were seen, in ns. */
double aisp_ranks_skew_ns(const struct aisp_launch *l);

#endif
