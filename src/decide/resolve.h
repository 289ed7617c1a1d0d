/* SPDX-License-Identifier: MIT
 *
 * resolve.h - the time of a call, from what the clock saw around the doorbell.
 *
 * Subtracting the bell's own cost from a short ring may leave zero or less: waking a
 * worker on the judge's CPU takes microseconds that vary.  A call whose time is lost in
 * that noise gets the least time that the bell resolves: it took no longer, so that
 * results from it are bounds.
 */
#ifndef AISP_RESOLVE_H
#define AISP_RESOLVE_H

#include "decide.h"
#include "measured.h"

/* The least time of a call that n_calls of a ring can show; above 0. */
double aisp_resolved_ns(const struct aisp_bias *b, int n_calls);

/* The time of each of n_calls in a ring of ring_ns; at least aisp_resolved_ns(). */
double aisp_call_ns(const struct aisp_bias *b, double ring_ns, int n_calls);

/*
 * Amends a decision if a call of either arm took no longer than resolved_ns: a
 * difference stands as a lower bound, SAME does not stand. bias_ns: what the bell adds
 * to a call.
 */
void aisp_resolve(struct aisp_comparison *c, double a_ns, double b_ns,
		  double resolved_ns, double bias_ns);

#endif
