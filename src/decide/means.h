/* SPDX-License-Identifier: MIT
 *
 * means.h - a launch counts by the median of its samples, which does not see the work
 * that a few slow calls do for the others, such as making anew what the others use up:
 * the means must say the same.
 */
#ifndef AISP_MEANS_H
#define AISP_MEANS_H

#include "decide.h"

/* Launches of two arms, in pairs: the medians and means of their samples. */
struct aisp_means {
	int n;
	const double *a_ns, *b_ns, *a_mean_ns, *b_mean_ns; /* NaN: an old run */
};

/*
 * The means must show half of what c says, by its logarithm; else it is INCONCLUSIVE.
 * Where the variant gains less by the means, in pair after pair and by more than the
 * margin, these decide, and c says so.
 */
void aisp_confirm_by_means(const struct aisp_means *m, double margin,
			   struct aisp_comparison *c);

#endif
