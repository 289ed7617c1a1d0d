/* SPDX-License-Identifier: MIT
 *
 * The rank-sum test against all subsets, with ranks found here by counting how
 * many are smaller, and above 40 values against the normal approximation worked
 * by hand; Welch's interval against his formulas.
 */
#include <math.h>
#include <stdint.h>

#include "base/stats.h"
#include "random_draw.h"
#include "tap.h"

static uint64_t seed = 7;

#define N_MAX 10

static double rank_of(const double *v, int n, int i)
{
	double rank = 0.5;

	for (int j = 0; j < n; j++)
		rank += v[j] < v[i] ? 1 : v[j] == v[i] ? 0.5 : 0;
	return rank;
}

/* Twice the smaller share of the subsets of n_y whose rank sum is as extreme. */
static double brute_p(const double *v, int n, int n_y)
{
	double rank[N_MAX], seen = 0;
	int n_low = 0, n_high = 0, n_all = 0;

	for (int i = 0; i < n; i++) {
		rank[i] = rank_of(v, n, i);
		seen += i >= n - n_y ? rank[i] : 0;
	}
	for (int subset = 0; subset < 1 << n; subset++) {
		double w = 0;

		if (__builtin_popcount((unsigned)subset) != n_y)
			continue;
		for (int i = 0; i < n; i++)
			w += subset >> i & 1 ? rank[i] : 0;
		n_all++;
		n_low += w <= seen;
		n_high += w >= seen;
	}
	return fmin(1, 2.0 * (n_low < n_high ? n_low : n_high) / n_all);
}

static void test_brute_force(void)
{
	int n_wrong = 0;

	for (int k = 0; k < 300; k++) {
		int n = 2 + (int)(draw() % (N_MAX - 1)),
		    n_y = 1 + (int)(draw() % 9) % (n - 1);
		double v[N_MAX];
		struct aisp_rank_sum r;

		for (int i = 0; i < n; i++)
			v[i] = (double)(draw() % (k % 2 ? 5 : 1000000));
		r = aisp_rank_sum(v, n - n_y, v + n - n_y, n_y);
		n_wrong += !(fabs(r.p - brute_p(v, n, n_y)) < 1e-12);
	}
	ok(!n_wrong, "exact p, with and without ties");
}

static void test_rank_sum(void)
{
	double x[30], y[30];
	struct aisp_rank_sum r;

	for (int i = 0; i < 30; i++) {
		x[i] = i;
		y[i] = i + 100;
	}
	r = aisp_rank_sum(x, 3, y, 3);
	ok(fabs(r.p - 0.1) < 1e-12 && r.p == r.p_min && r.above == 1,
	   "3 against 3, apart: 2 of 20 subsets");
	r = aisp_rank_sum(y, 3, x, 3);
	ok(fabs(r.p - 0.1) < 1e-12 && r.above == 0, "the other way round");
	/* z = (0 - 450 + 0.5) / sqrt(30 * 30 * 61 / 12) = -6.6456; 2 Phi(z) */
	r = aisp_rank_sum(x, 30, y, 30);
	ok(fabs(r.p / 3.0198e-11 - 1) < 1e-3, "60 values: the normal approximation");
	x[0] = NAN;
	r = aisp_rank_sum(x, 3, y, 3);
	ok(isnan(r.p) && isnan(r.above), "a NaN gives NaN");
	r = aisp_rank_sum(x + 1, 0, y, 3);
	ok(isnan(r.p), "so does an empty sample");
}

static void test_welch(void)
{
	const double x[] = { 1, 2, 3, 4 }, y[] = { 10, 10, 16 }, flat[] = { 5, 5 };
	/* means 2.5 and 12; s^2/n 5/12 and 4; df 4.4167^2 / (0.41667^2/3 + 16/2) */
	double df = pow(5 / 12.0 + 4, 2) / (pow(5 / 12.0, 2) / 3 + 16 / 2.0);
	double half = sqrt(5 / 12.0 + 4) * aisp_t_quantile(0.975, df);
	struct aisp_interval ci = aisp_welch_interval(x, 4, y, 3, 0.95);

	ok(fabs(ci.lo - (9.5 - half)) < 1e-8 && fabs(ci.hi - (9.5 + half)) < 1e-8,
	   "Welch's interval");
	ci = aisp_welch_interval(flat, 2, flat, 2, 0.95);
	ok(ci.lo == 0 && ci.hi == 0, "no spread: a point");
	ci = aisp_welch_interval(x, 1, y, 3, 0.95);
	ok(isnan(ci.lo) && isnan(ci.hi), "one value has no spread to know: NaN");
}

int main(void)
{
	test_brute_force();
	test_rank_sum();
	test_welch();
	return done();
}
