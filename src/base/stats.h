/* SPDX-License-Identifier: MIT
 *
 * stats.h - the statistics from which the judge decides.
 *
 * Samples are arrays of n doubles, which stay unchanged.  A result that cannot be
 * computed (too few values, a NaN, no memory for a copy) is NaN.  No function drops or
 * weights values.
 */
#ifndef AISP_STATS_H
#define AISP_STATS_H

struct aisp_interval {
	double lo, hi;
};

/* stats.c: summaries */

double aisp_mean(const double *x, int n);

/* The sample's standard deviation, over n - 1. */
double aisp_sd(const double *x, int n);

/* Sorts in ascending order; NaNs last. */
void aisp_sort(double *x, int n);

/*
 * Linear interpolation between order statistics: type 7 of Hyndman and Fan,
 * "Sample quantiles in statistical packages", Am. Stat. 50 (1996).  q in [0, 1].
 */
double aisp_quantile_sorted(const double *sorted, int n, double q);
double aisp_quantile(const double *x, int n, double q);
double aisp_median(const double *x, int n);

/* How much larger the median of x[i] + more[i] is than that of x[i]. */
double aisp_median_shift(const double *x, const double *more, int n);

/* stats_t.c: Student's t, for any real df >= 1; errors below 1e-10 up to df = 1e5 */

double aisp_t_cdf(double t, double df);

/* p in (0, 1); NaN for tails below 1e-150. */
double aisp_t_quantile(double p, double df);

/* Two-sided, for the mean of a normal sample; lo = hi if all values are equal. */
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

/* stats_two.c: two samples that are not paired */

/*
 * Two-sided, for mean(y) - mean(x), whose variances may differ: B. L. Welch, Biometrika
 * 34 (1947). lo = hi if neither varies.
 */
struct aisp_interval aisp_welch_interval(const double *x, int n_x, const double *y,
					 int n_y, double confidence);

struct aisp_rank_sum {
	double above; /* share of the pairs (x, y) with y above x; ties count half */
	double p;     /* two-sided */
	double p_min; /* the smallest that samples of these sizes can reach */
};

/*
 * Do x and y come from one distribution?  Wilcoxon's rank-sum test (Biometrics
 * Bulletin 1, 1945), that of Mann and Whitney.  Exact for up to 40 values in all,
 * given the ties that occurred; above that the normal approximation, corrected
 * for ties and for continuity.
 */
struct aisp_rank_sum aisp_rank_sum(const double *x, int n_x, const double *y, int n_y);

#endif
