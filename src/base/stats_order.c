/* SPDX-License-Identifier: MIT
 *
 * Intervals of quantiles from order statistics, and Holm's procedure.
 *
 * The number of samples below the q quantile is binomial whatever they are
 * distributed like, so it lies between the ranks r and s with the probability
 * that this number is r ... s - 1 (H. A. David, Order Statistics).
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "stats.h"

static double binomial(int n, int k, double q)
{
	int sign;

	return exp(lgamma_r(n + 1.0, &sign) - lgamma_r(k + 1.0, &sign) -
		   lgamma_r(n - k + 1.0, &sign) + k * log(q) + (n - k) * log1p(-q));
}

static int is_open_unit(double x)
{
	return x > 0 && x < 1;
}

/*
 * The whole sample misses the quantile if all n lie below it or all above, with
 * probability q^n + (1 - q)^n; the larger term alone gives a lower bound of n.
 */
int aisp_quantile_min_n(double q, double confidence)
{
	double miss = 1 - confidence, n;

	if (!is_open_unit(q) || !is_open_unit(confidence))
		return -1;
	n = fmax(2, floor(log(miss) / log(fmax(q, 1 - q))));
	while (n <= INT_MAX && pow(q, n) + pow(1 - q, n) > miss)
		n++;
	return n <= INT_MAX ? (int)n : -1;
}

/* Grow from the likeliest count outwards, each time on the likelier side. */
int aisp_quantile_ranks(int n, double q, double confidence, int rank[2])
{
	int min_n = aisp_quantile_min_n(q, confidence), lo, hi;
	double odds = q / (1 - q), below, above, mass;

	if (min_n < 0 || n < min_n)
		return -1;
	lo = hi = (int)fmax(1, fmin(n - 1, floor((n + 1.0) * q)));
	mass = below = above = binomial(n, lo, q);
	below *= lo / (odds * (n - lo + 1));
	above *= odds * (n - hi) / (hi + 1);
	while (mass < confidence && (lo > 1 || hi < n - 1)) {
		if (lo > 1 && (below >= above || hi == n - 1)) {
			mass += below;
			lo--;
			below *= lo / (odds * (n - lo + 1));
		} else {
			mass += above;
			hi++;
			above *= odds * (n - hi) / (hi + 1);
		}
	}
	rank[0] = lo;
	rank[1] = hi + 1;
	return 0;
}

int aisp_quantile_interval(const double *sorted, int n, double q, double confidence,
			   struct aisp_interval *ci)
{
	int rank[2];

	if (aisp_quantile_ranks(n, q, confidence, rank))
		return -1;
	*ci = (struct aisp_interval){ sorted[rank[0] - 1], sorted[rank[1] - 1] };
	return 0;
}

struct test {
	double p;
	int index;
};

static int by_p(const void *a, const void *b)
{
	double x = ((const struct test *)a)->p, y = ((const struct test *)b)->p;

	return (x > y) - (x < y);
}

int aisp_holm(const double *p, int n, double *adjusted, struct aisp_err *err)
{
	struct test *tests;
	double largest = 0;

	if (n < 1)
		return 0;
	tests = malloc((size_t)n * sizeof(*tests));
	if (!tests)
		return aisp_err_set(err, "no memory to rank %d p values", n);
	for (int i = 0; i < n; i++)
		tests[i] = (struct test){ isnan(p[i]) ? 1 : p[i], i };
	qsort(tests, (size_t)n, sizeof(*tests), by_p);
	for (int i = 0; i < n; i++) {
		largest = fmax(largest, (n - i) * tests[i].p);
		adjusted[tests[i].index] = fmin(1, largest);
	}
	free(tests);
	return 0;
}
