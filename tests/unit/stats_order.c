/* SPDX-License-Identifier: MIT
 *
 * Order-statistic intervals against binomial sums built in long double from
 * Pascal's triangle, and Holm's procedure against its step-down definition.
 */
#include <math.h>

#include "base/stats.h"
#include "tap.h"

#define MAX_N 700

static long double pmf[MAX_N + 1];

/* Add one trial at a time: pmf(n, k) = q pmf(n-1, k-1) + (1-q) pmf(n-1, k). */
static void binomial(int n, long double q)
{
	pmf[0] = 1;
	for (int i = 1; i <= n; i++) {
		pmf[i] = 0;
		for (int k = i; k > 0; k--)
			pmf[k] = q * pmf[k - 1] + (1 - q) * pmf[k];
		pmf[0] *= 1 - q;
	}
}

static long double mass(int lo, int hi)
{
	long double sum = 0;

	for (int k = lo; k <= hi; k++)
		sum += pmf[k];
	return sum;
}

/* The fewest ranks that any interval inside the sample needs; 0: none has it. */
static int least_width(int n, long double confidence)
{
	for (int width = 1; width < n; width++)
		for (int lo = 1; lo + width <= n; lo++)
			if (mass(lo, lo + width - 1) >= confidence)
				return width;
	return 0;
}

static void test_small(void)
{
	static const double qs[] = { 0.1, 0.5, 0.75, 0.9 }, cs[] = { 0.8, 0.95, 0.99 };
	int n_wrong = 0;

	for (int i = 0; i < 12; i++)
		for (int n = 1; n <= 60; n++) {
			double q = qs[i % 4], c = cs[i / 4];
			int rank[2] = { 0, 0 }, rc = aisp_quantile_ranks(n, q, c, rank),
			    width;

			binomial(n, q);
			width = least_width(n, c);
			n_wrong += rc != (width ? 0 : -1);
			n_wrong += rank[1] - rank[0] != width;
			n_wrong += !rc && mass(rank[0], rank[1] - 1) < c;
			n_wrong += (n >= aisp_quantile_min_n(q, c)) != !rc;
		}
	ok(n_wrong == 0, "the narrowest ranks that cover, or -1");
}

static void test_p99(void)
{
	double x[459];
	struct aisp_interval ci;
	int rank[2], n = 1;

	for (; n <= MAX_N; n++) {
		binomial(n, 0.99L);
		if (mass(1, n - 1) >= 0.99L)
			break;
	}
	ok(n == 459 && aisp_quantile_min_n(0.99, 0.99) == n,
	   "p99 at 99 %: 459 samples");
	ok(aisp_quantile_ranks(n - 1, 0.99, 0.99, rank) == -1, "one fewer: n/a");
	for (int i = 0; i < n; i++)
		x[i] = i + 1;
	ok(aisp_quantile_interval(x, n, 0.99, 0.99, &ci) == 0 && ci.hi == 459 &&
		   ci.lo > 400 && ci.lo < 454,
	   "459 samples: the interval ends at the largest");
	ok(aisp_quantile_min_n(0.5, 0.95) == 6, "median at 95 %: 6 (2 / 2^6 <= 0.05)");
}

static void test_domain(void)
{
	int rank[2];

	ok(aisp_quantile_ranks(100, 0, 0.9, rank) &&
		   aisp_quantile_ranks(100, 1, 0.9, rank) &&
		   aisp_quantile_ranks(100, 0.5, 1, rank) &&
		   aisp_quantile_ranks(100, 0.5, NAN, rank) &&
		   aisp_quantile_ranks(0, 0.5, 0.9, rank) &&
		   aisp_quantile_ranks(-5, 0.5, 0.9, rank),
	   "-1 outside the domain");
	ok(aisp_quantile_min_n(1 - 1e-15, 0.99) == -1, "no int is large enough");
	ok(aisp_quantile_ranks(2000000, 0.999, 0.99, rank) == 0 && rank[0] < 1998000 &&
		   rank[1] > 1998000,
	   "millions of samples");
}

/* Reject the smallest while p <= alpha / (n - how many are rejected). */
static int is_rejected(const double *p, int n, int which, double alpha)
{
	int used[8] = { 0 };

	for (int step = 0; step < n; step++) {
		int least = -1;

		for (int i = 0; i < n; i++)
			if (!used[i] && (least < 0 || p[i] < p[least]))
				least = i;
		if (p[least] > alpha / (n - step))
			return 0;
		used[least] = 1;
		if (least == which)
			return 1;
	}
	return 0;
}

static void test_holm(void)
{
	static const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.7, 0.011, 0.03, 0.2 };
	const double bad[] = { 0.01, NAN };
	double adjusted[8];
	int n_wrong = 0;

	for (int n = 1; n <= 8; n++) {
		n_wrong += aisp_holm(p, n, adjusted, NULL) != 0;
		for (int i = 0; i < n; i++)
			for (double alpha = 0.0015; alpha < 1; alpha += 0.0011)
				n_wrong += is_rejected(p, n, i, alpha) !=
					   (adjusted[i] <= alpha);
	}
	ok(n_wrong == 0, "adjusted p <= alpha is the step-down procedure");
	aisp_holm(bad, 2, adjusted, NULL);
	ok(adjusted[0] == 0.02 && adjusted[1] == 1, "a NaN counts as 1");
}

int main(void)
{
	test_small();
	test_p99();
	test_domain();
	test_holm();
	return done();
}
