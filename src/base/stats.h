/* SPDX-License-Identifier: MIT
 *
 * stats.h - the statistics that the judge decides by.
 *
 * Samples are arrays of n doubles, borrowed and left as they are.  What cannot
 * be computed (too few values, a NaN among them, no memory for a copy) is NaN.
 * Nothing here drops or weighs a sample.
 */
#ifndef AISP_STATS_H
#define AISP_STATS_H

#include "err.h"

struct aisp_interval {
	double lo, hi;
};

/* stats.c: summaries */

double aisp_mean(const double *x, int n);

/* The sample's standard deviation, over n - 1. */
double aisp_sd(const double *x, int n);

/* NaN if any value is not positive. */
double aisp_geomean(const double *x, int n);

/* Ascending; NaNs last. */
void aisp_sort(double *x, int n);

/*
 * Linear interpolation between order statistics: type 7 of Hyndman and Fan,
 * "Sample quantiles in statistical packages", Am. Stat. 50 (1996).  q in [0, 1].
 */
double aisp_quantile_sorted(const double *sorted, int n, double q);
double aisp_quantile(const double *x, int n, double q);
double aisp_median(const double *x, int n);

/* Median absolute deviation from the median, not scaled to a normal's sd. */
double aisp_mad(const double *x, int n);

/* stats_t.c: Student's t, for any real df >= 1; errors below 1e-10 up to df = 1e5 */

double aisp_t_cdf(double t, double df);

/* p in (0, 1); NaN for tails below 1e-150. */
double aisp_t_quantile(double p, double df);

/* Two-sided, of the mean of a normal sample; lo = hi where all values are equal. */
struct aisp_interval aisp_mean_interval(const double *x, int n, double confidence);

/* stats_rank.c: Wilcoxon's signed-rank test */

struct aisp_signed_rank {
	int n; /* differences that are not 0; zeros carry no sign and are left out */
	double w_plus, w_minus; /* rank sums of positive and negative differences */
	double p;               /* two-sided */
};

/*
 * Are the differences d symmetric around 0?  Exact for up to 30 of them, given
 * the ties that occurred; above that the normal approximation with corrections
 * for ties and for continuity.
 */
struct aisp_signed_rank aisp_signed_rank(const double *d, int n);

/* stats_order.c: distribution-free intervals, and families of tests */

/*
 * The ranks (1 the smallest of n) between which the q quantile of the
 * population lies with at least this confidence, whatever its distribution: the
 * fewest ranks that suffice.  0, or -1 where even the whole sample does not.
 */
int aisp_quantile_ranks(int n, double q, double confidence, int rank[2]);

/* The values at those ranks.  0, or -1 where n is too small. */
int aisp_quantile_interval(const double *sorted, int n, double q, double confidence,
			   struct aisp_interval *ci);

/* The least n for which the two above return 0; -1 if it is no int. */
int aisp_quantile_min_n(double q, double confidence);

/*
 * p values adjusted for a family of n tests (S. Holm, Scand. J. Stat. 6, 1979):
 * rejecting each adjusted[i] <= alpha errs anywhere with probability alpha at
 * most.  A NaN counts as 1.  0, or -1 with *err filled.
 */
int aisp_holm(const double *p, int n, double *adjusted, struct aisp_err *err);

#endif
