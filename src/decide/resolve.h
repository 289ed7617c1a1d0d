/* SPDX-License-Identifier: MIT
 *
 * resolve.h - the time of a call, out of what the clock saw around the doorbell.
 *
 * Subtracting the bell's own cost from a short ring may leave nothing or less: waking
 * a worker that shares the judge's CPU takes microseconds, now more, now less.  A call
 * whose time is lost in that gets the least time that the bell can tell from none: it
 * took no longer, so what follows from it is a bound.
 */
#ifndef AISP_RESOLVE_H
#define AISP_RESOLVE_H

#include "decide.h"
#include "measured.h"

/* The least time of a call that n_calls of a ring can show; above 0. */
double aisp_resolved_ns(const struct aisp_bias *b, int n_calls);

/* The time of each of n_calls that one ring of ring_ns made; never less than that. */
double aisp_call_ns(const struct aisp_bias *b, double ring_ns, int n_calls);

/*
 * Amend what was decided where a call of one arm, or of both, took no longer than
 * resolved_ns: a difference stands, as the least that there can be; that they are the
 * same does not.  bias_ns: what the bell adds to a call.
 */
void aisp_resolve(struct aisp_comparison *c, double a_ns, double b_ns,
		  double resolved_ns, double bias_ns);

#endif
