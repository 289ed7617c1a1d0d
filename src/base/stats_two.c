/* SPDX-License-Identifier: MIT
 *
 * Welch's interval and Wilcoxon's rank-sum test.
 *
 * Ranks are kept doubled, so that the mean rank of a tie is an integer too.
 */
#include <math.h>
#include <stdlib.h>

#include "stats.h"

#define EXACT_MAX 40 /* 40 over 20 subsets are counted exactly in a double */

struct aisp_interval aisp_welch_interval(const double *x, int n_x, const double *y,
					 int n_y, double confidence)
{
	double vx = pow(aisp_sd(x, n_x), 2) / n_x, vy = pow(aisp_sd(y, n_y), 2) / n_y;
	double shift = aisp_mean(y, n_y) - aisp_mean(x, n_x), v = vx + vy, half = v;

	/* The degrees of freedom of F. E. Satterthwaite, Biometrics Bulletin 2 (1946).
	 */
	if (v > 0)
		half = sqrt(v) *
		       aisp_t_quantile(
			       (1 + confidence) / 2,
			       v * v / (vx * vx / (n_x - 1) + vy * vy / (n_y - 1)));
	return (struct aisp_interval){ shift - half, shift + half };
}

struct value {
	double v;
	int is_y, rank2;
};

static int by_value(const void *a, const void *b)
{
	double x = ((const struct value *)a)->v, y = ((const struct value *)b)->v;

	return (x > y) - (x < y);
}

static void rank(struct value *all, int n)
{
	qsort(all, (size_t)n, sizeof(*all), by_value);
	for (int i = 0, j; i < n; i = j) {
		for (j = i; j < n && all[j].v == all[i].v; j++)
			;
		for (int k = i; k < j; k++)
			all[k].rank2 = i + 1 + j;
	}
}

/*
 * P(W <= w) of the sum W of m ranks, where every subset of m of the n values is
 * as likely as another: ways[k][s] counts those of k values whose doubled ranks
 * add up to s.
 */
static double exact_tail(const struct value *all, int n, int m, double w)
{
	int most = n * (n + 1);
	size_t row = (size_t)most + 1;
	double *ways = calloc((size_t)(m + 1) * row, sizeof(*ways));
	double total = 0, at_most = 0;

	if (!ways)
		return NAN;
	ways[0] = 1;
	for (int i = 0; i < n; i++)
		for (int k = i < m ? i + 1 : m; k > 0; k--) {
			double *to = ways + (size_t)k * row, *from = to - row;

			for (int s = all[i].rank2; s <= most; s++)
				to[s] += from[s - all[i].rank2];
		}
	for (int s = 0; s <= most; s++) {
		total += ways[(size_t)m * row + (size_t)s];
		if (s <= 2 * w)
			at_most += ways[(size_t)m * row + (size_t)s];
	}
	free(ways);
	return at_most / total;
}

/* The sum of m ranks drawn without replacement has (n - m) m / n of their variance. */
static double normal_tail(const struct value *all, int n, int m, double w)
{
	double squares = 0;

	for (int i = 0; i < n; i++)
		squares += pow((all[i].rank2 - (n + 1)) / 2.0, 2);
	squares *= (double)(n - m) * m / n / (n - 1);
	return 0.5 * erfc((m * (n + 1) / 2.0 - w - 0.5) / sqrt(2 * squares));
}

static double tail(const struct value *all, int n, int m, double w)
{
	return (n <= EXACT_MAX ? exact_tail : normal_tail)(all, n, m, w);
}

/* 0, or -1 if one is NaN. */
static int gather(struct value *all, const double *x, int n_x, const double *y, int n_y)
{
	for (int i = 0; i < n_x + n_y; i++) {
		all[i].is_y = i >= n_x;
		all[i].v = i < n_x ? x[i] : y[i - n_x];
		if (isnan(all[i].v))
			return -1;
	}
	return 0;
}

static double n_over_k(int n, int k)
{
	double c = 1;

	for (int i = 1; i <= k; i++)
		c *= (double)(n - k + i) / i;
	return c;
}

struct aisp_rank_sum aisp_rank_sum(const double *x, int n_x, const double *y, int n_y)
{
	struct aisp_rank_sum r = { NAN, NAN, NAN };
	int n = n_x + n_y;
	struct value *all = n_x > 0 && n_y > 0 ? calloc((size_t)n, sizeof(*all)) : NULL;
	double w = 0, low, high;

	if (!all || gather(all, x, n_x, y, n_y))
		goto out;
	rank(all, n);
	for (int i = 0; i < n; i++)
		w += all[i].is_y ? all[i].rank2 / 2.0 : 0;
	r.above = (w - n_y * (n_y + 1) / 2.0) / n_x / n_y;
	r.p_min = fmin(1, 2 / n_over_k(n, n_y));
	/* With ties the tails differ: y is high where x is low. */
	low = tail(all, n, n_y, w);
	high = tail(all, n, n_x, n * (n + 1) / 2.0 - w);
	r.p = fmin(1, 2 * fmin(low, high));
out:
	free(all);
	return r;
}
