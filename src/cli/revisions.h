/* SPDX-License-Identifier: MIT
 *
 * revisions.h - build two commits beside each other and measure them in turns.
 *
 * Both are checked out as worktrees in a temporary directory, where each has its
 * own build; the user's tree is not touched, and hooks do not run.
 */
#ifndef AISP_REVISIONS_H
#define AISP_REVISIONS_H

#include "compare_side.h"

struct revisions {
	const char *root;         /* of the repository */
	const char *const *names; /* two commits */
	char *const *options;     /* further words for `aisp bench run` */
	int n_options;
	int n_pairs; /* runs of each, in random ABBA order; 0: until decided */
};

/*
 * Without n_pairs there are looks at the results after 10, 15, 20, 30 ... pairs, as at
 * launches, until none is inconclusive or the next look would come after more than a
 * minute a result.
 *
 * Fill both sides: rows of one "run" number were measured beside each other.  0,
 * also if Ctrl-C ended it early; or -1 with *err filled.
 */
int revisions_measure(const struct revisions *r, struct compare_side sides[2],
		      struct aisp_err *err);

#endif
