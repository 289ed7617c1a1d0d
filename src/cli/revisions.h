/* SPDX-License-Identifier: MIT
 *
 * revisions.h - build two commits and measure them alternately.
 *
 * Both are checked out as worktrees in a temporary directory, and built there; the
 * user's tree is not touched, and hooks do not run.
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
 * Without n_pairs, looks at the results after 10, 15, 20, 30 ... pairs, as for
 * launches, until none is inconclusive or the next look would come after more than a
 * minute per result. Fills both sides: rows with the same "run" number were measured as
 * a pair.  Returns 0, also if Ctrl-C ended it early; or -1 with *err filled.
 */
int revisions_measure(const struct revisions *r, struct compare_side sides[2],
		      struct aisp_err *err);

#endif
