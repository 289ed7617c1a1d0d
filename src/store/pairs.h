/* SPDX-License-Identifier: MIT
 *
 * pairs.h - the launches behind a recorded comparison, as the judge paired them.
 */
#ifndef AISP_PAIRS_H
#define AISP_PAIRS_H

#include "run/model.h"

/* Medians in ns of the launches of both arms, those of one block beside each other. */
struct aisp_pairs {
	int n;
	double *base_ns, *opt_ns;
};

/*
 * In the blocks in which both arms have a launch that ended well.  0, or -1 without
 * memory.
 */
int aisp_pairs_read(struct aisp_pairs *p, const struct aisp_run_result *r);
void aisp_pairs_release(struct aisp_pairs *p);

#endif
