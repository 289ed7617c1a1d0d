/* SPDX-License-Identifier: MIT
 *
 * means.h - confirm a verdict by the means of samples.  A launch counts by its median,
 * which misses work that a few slow calls do for the others, such as restocking a pool.
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
 * The mean ratio must be at least half of the gain in c, in logarithms; else c becomes
 * INCONCLUSIVE.  If the variant gains less by the means, in all pairs and by more than
 * the margin, the means decide, and c says so.
 */
void aisp_confirm_by_means(const struct aisp_means *m, double margin,
			   struct aisp_comparison *c);

#endif
