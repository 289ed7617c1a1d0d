/* SPDX-License-Identifier: MIT
 *
 * Summaries against hand arithmetic, and the quantile against its definition
 * applied to a full sort made here.
 */
#include <math.h>
#include <stdint.h>

#include "base/stats.h"
#include "tap.h"

#define MAX_N 60

static uint64_t seed = 1;

/* splitmix64, scaled to few distinct values so that ties occur */
static double draw(void)
{
	uint64_t z = seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (double)((z ^ (z >> 31)) % 50) - 10;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return x < y ? -1 : x > y;
}

static int is_near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fmax(1, fabs(b));
}

/* 1-based order statistics, as in the paper: j = floor(nq + m), m = 1 - q. */
static double quantile_of_paper(const double *sorted, int n, double q)
{
	double h = fmax(1, n * q + 1 - q), g = h - floor(h);
	int j = (int)floor(h);

	return j >= n ? sorted[n - 1] : (1 - g) * sorted[j - 1] + g * sorted[j];
}

static void test_quantiles(void)
{
	static const double qs[] = { 0, 0.05, 0.25, 0.5, 0.9, 0.95, 0.99, 1 };
	double x[MAX_N], sorted[MAX_N], first;
	int n_wrong = 0, n_median = 0, n_changed = 0;

	for (int n = 1; n <= MAX_N; n++) {
		for (int i = 0; i < n; i++)
			sorted[i] = x[i] = draw();
		first = x[0];
		qsort(sorted, (size_t)n, sizeof(sorted[0]), ascending);
		for (size_t k = 0; k < sizeof(qs) / sizeof(qs[0]); k++)
			n_wrong += !is_near(aisp_quantile(x, n, qs[k]),
					    quantile_of_paper(sorted, n, qs[k]));
		n_median += !is_near(aisp_median(x, n),
				     (sorted[(n - 1) / 2] + sorted[n / 2]) / 2);
		n_changed += x[0] != first;
	}
	ok(n_wrong == 0, "quantiles are type 7's");
	ok(n_median == 0, "the median is the middle of a full sort");
	ok(n_changed == 0, "the sample is left as it was");
}

static void test_spread(void)
{
	static const double x[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	static const double far[] = { 1e15, 1e15 + 2, 1e15 + 4 };

	ok(aisp_mean(x, 8) == 5, "mean");
	ok(is_near(aisp_sd(x, 8), sqrt(32.0 / 7)), "sd is over n - 1");
	ok(aisp_sd(far, 3) == 2, "sd far from 0 does not cancel");
}

static void test_degenerate(void)
{
	static const double one[] = { 3 };
	const double bad[] = { 1, NAN, 3 };
	double mixed[] = { 2, NAN, 1, NAN, 3 };

	ok(isnan(aisp_mean(one, 0)) && isnan(aisp_median(one, 0)), "no values: NaN");
	ok(aisp_median(one, 1) == 3 && aisp_quantile(one, 1, 0.99) == 3, "one value");
	ok(isnan(aisp_sd(one, 1)), "one value has no sd");
	ok(isnan(aisp_median(bad, 3)) && isnan(aisp_mean(bad, 3)) &&
		   isnan(aisp_sd(bad, 3)),
	   "a NaN is not lost");
	ok(isnan(aisp_quantile(one, 1, 1.5)) && isnan(aisp_quantile(one, 1, NAN)),
	   "a quantile outside [0, 1]: NaN");
	aisp_sort(mixed, 5);
	ok(mixed[0] == 1 && mixed[2] == 3 && isnan(mixed[3]) && isnan(mixed[4]),
	   "NaNs sort last");
}

/* Early work in two calls of five, in all, in none. */
static void test_shift(void)
{
	const double few[] = { 10, 2, 11, 2, 12 }, all[] = { 1, 2, 3, 4, 5 };
	const double hidden[] = { 0, 9, 0, 9, 0 }, alike[] = { 2, 2, 2, 2, 2 };
	const double unknown[] = { 0, 0, NAN, 0, 0 };

	ok(aisp_median_shift(few, hidden, 5) == 1,
	   "a few fast calls move the median by little, and are charged that");
	ok(aisp_median_shift(all, alike, 5) == 2, "what all have it has");
	ok(isnan(aisp_median_shift(all, unknown, 5)) &&
		   isnan(aisp_median_shift(all, alike, 0)),
	   "what is not known");
}

int main(void)
{
	test_shift();
	test_quantiles();
	test_spread();
	test_degenerate();
	return done();
}
