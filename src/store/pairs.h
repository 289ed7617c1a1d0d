/* SPDX-License-Identifier: MIT
 *
 * pairs.h - the launches of a recorded comparison, paired as the judge did.
 */
#ifndef AISP_PAIRS_H
#define AISP_PAIRS_H

#include "run/model.h"

/* Medians in ns of both arms' launches; those of one block have the same index. */
struct aisp_pairs {
	int n;
	double *base_ns, *opt_ns;
};

/*
 * Reads the blocks in which both arms have a launch that ended well.  Returns 0, or -1
 * without memory.
 */
int aisp_pairs_read(struct aisp_pairs *p, const struct aisp_run_result *r);
void aisp_pairs_release(struct aisp_pairs *p);

#endif
