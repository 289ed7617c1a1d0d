/* SPDX-License-Identifier: MIT
 *
 * rank_watch.h - which of a launch's ranks answers last, by the judge's own clock.
 *
 * It costs a look at every rank where one would do, and where the judge sleeps a wake
 * for each answer: only for launches that are asked for it (is_watched).
 */
#ifndef AISP_RANK_WATCH_H
#define AISP_RANK_WATCH_H

#include <time.h>

#include "launch.h"

/* Has every rank answered?  Notes the moment for those that are seen for the first
 * time. */
bool aisp_ranks_look(struct aisp_launch *l);

/* Sleep until one that has not answered does, for that long at most.  0 if woken. */
long aisp_ranks_sleep(const struct aisp_launch *l, const struct timespec *patience);

/*
 * Of a call that all have answered: who was seen last, and how long after the one
 * before.  Of two that were seen by the same look nobody was the last: -1.
 */
struct aisp_last_rank aisp_ranks_last(const struct aisp_launch *l);

/* Between the first and the last answer to that call, as they were seen, in ns. */
double aisp_ranks_skew_ns(const struct aisp_launch *l);

#endif
