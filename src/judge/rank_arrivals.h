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

/* Sleep until another rank answers, or patience has passed.  Returns 0 if woken. */
long aisp_ranks_sleep(const struct aisp_launch *l, const struct timespec *patience);

/*
 * For an answered call: which rank was seen last, and how long after the one before it.
 * If one poll saw both, the rank is -1: none was last.
 */
struct aisp_last_rank aisp_ranks_last(const struct aisp_launch *l);

/* The time from the first to the last answer to that call, as seen, in ns. */
double aisp_ranks_skew_ns(const struct aisp_launch *l);

#endif
