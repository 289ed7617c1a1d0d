/* SPDX-License-Identifier: MIT
 *
 * node_clock.h - how far another node's clock is ahead of node 0's: an interval that
 * holds the truth, not an estimate.
 *
 * Node 0 asks at t1 and has the answer at t3; the other's clock shows t2 in between.
 * However long each way takes, the offset lies in [t2 - t3, t2 - t1], and after many
 * such questions in the common part of the intervals (the SKaMPI benchmark: T. Worsch,
 * R. Reussner, W. Augustin, On benchmarking collective MPI operations, 2002).  Half the
 * width of that is a bound.
 */
#ifndef AISP_NODE_CLOCK_H
#define AISP_NODE_CLOCK_H

#include "decide/measured.h"
#include "meet.h"

struct aisp_offset {
	double lo_ns, hi_ns; /* of the other's clock minus node 0's */
	double trip_ns;      /* the longest round trip seen */
};

/* An interval of which nothing is known yet. */
struct aisp_offset aisp_offset_unknown(void);

void aisp_offset_add(struct aisp_offset *o, int64_t t1, int64_t t2, int64_t t3);

double aisp_offset_middle(const struct aisp_offset *o);

/*
 * The most by which the middle of `before` may have been wrong at any time until
 * `after`, if the clocks drifted apart at one rate.
 */
double aisp_offset_bound(const struct aisp_offset *before,
			 const struct aisp_offset *after);

/* Can the clocks have drifted from `before` to `after` within that time? */
bool aisp_offset_fits(const struct aisp_offset *before, const struct aisp_offset *after,
		      double elapsed_ns);

/*
 * Add the worst node's bound to each time of m, so that no time is too short, and to
 * the facts.  Returns 0, or the node whose clock jumped, with m unchanged.
 */
int aisp_offsets_add(struct aisp_measured *m, const struct aisp_offset *before,
		     const struct aisp_offset *after, int n_nodes, double elapsed_ns);

/* Node 0 asks all nodes and tells them o[node] of all.  Returns like aisp_meet_all().
 */
int aisp_node_clocks(struct aisp_meet *m, struct aisp_offset o[AISP_MAX_NODES],
		     struct aisp_err *err);

#endif
