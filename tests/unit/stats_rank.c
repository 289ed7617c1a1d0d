/* SPDX-License-Identifier: MIT
 *
 * The signed-rank test against all 2^n sign patterns, with ranks found here by
 * counting how many are smaller, and above 30 against the exact distribution.
 */
#include <math.h>
#include <stdint.h>

#include "base/stats.h"
#include "random_draw.h"
#include "tap.h"

static uint64_t seed = 7;

#define BRUTE_MAX 12
#define LARGE     40

/* Mean rank of |d[i]|: one more than those below, plus half of its equals. */
static double rank_of(const double *d, int n, int i)
{
	double rank = 0.5;

	for (int j = 0; j < n; j++)
		rank += fabs(d[j]) < fabs(d[i])    ? 1
			: fabs(d[j]) == fabs(d[i]) ? 0.5
						   : 0;
	return rank;
}

/* Share of sign patterns whose W+ is at least as far from its mean. */
static double brute_p(const double *d, int n)
{
	double rank[BRUTE_MAX], total = 0, seen = 0;
	int n_far = 0;

	for (int i = 0; i < n; i++) {
		rank[i] = rank_of(d, n, i);
		total += rank[i];
		seen += d[i] > 0 ? rank[i] : 0;
	}
	for (int pattern = 0; pattern < 1 << n; pattern++) {
		double w = 0;

		for (int i = 0; i < n; i++)
			w += pattern >> i & 1 ? rank[i] : 0;
		n_far += fabs(w - total / 2) >= fabs(seen - total / 2);
	}
	return ldexp(n_far, -n);
}

static void test_brute_force(void)
{
	double d[BRUTE_MAX], worst = 0;
	int n_sums = 0;

	for (int run = 0; run < 300; run++) {
		int n = 1 + run % BRUTE_MAX;
		uint64_t n_values = run % 2 ? 4 : 1000; /* 4: many ties */
		struct aisp_signed_rank r;

		for (int i = 0; i < n; i++)
			d[i] = (double)(1 + draw() % n_values) * (draw() & 1 ? 1 : -1);
		r = aisp_signed_rank(d, n);
		worst = fmax(worst, fabs(r.p - brute_p(d, n)));
		n_sums += r.w_plus + r.w_minus != n * (n + 1) / 2.0 || r.n != n;
	}
	ok(worst == 0, "p is the share of sign patterns, ties included");
	ok(n_sums == 0, "rank sums add up to n (n + 1) / 2");
}

/* Number of subsets of {1 ... n} with sum s, by recursion on the largest. */
static double subsets(int n, int s)
{
	static double known[LARGE + 1][LARGE * (LARGE + 1) / 2 + 1];

	if (s == 0)
		return 1;
	if (n == 0 || s < 0 || s > n * (n + 1) / 2)
		return 0;
	if (known[n][s] == 0)
		known[n][s] = subsets(n - 1, s) + subsets(n - 1, s - n);
	return known[n][s];
}

static double subset_p(int n, int w)
{
	double at_most = 0;

	for (int s = 0; s <= w; s++)
		at_most += subsets(n, s);
	return fmin(1, 2 * ldexp(at_most, -n));
}

/* The k smallest are positive, so that W+ is k (k + 1) / 2. */
static double p_of_first(int n, int k)
{
	double d[LARGE];

	for (int i = 0; i < n; i++)
		d[i] = i < k ? i + 1 : -(i + 1);
	return aisp_signed_rank(d, n).p;
}

static void test_large(void)
{
	double worst_exact = 0, worst_normal = 0;

	for (int k = 0; k <= 21; k++)
		worst_exact = fmax(worst_exact, fabs(p_of_first(30, k) -
						     subset_p(30, k * (k + 1) / 2)));
	for (int k = 0; k <= 28; k++)
		worst_normal =
			fmax(worst_normal, fabs(p_of_first(LARGE, k) -
						subset_p(LARGE, k * (k + 1) / 2)));
	ok(worst_exact < 1e-15, "30 differences are exact");
	ok(worst_normal > 0 && worst_normal < 0.005, "40 are near the exact p");
}

static void test_tie_correction(void)
{
	double d[LARGE], z;

	for (int i = 0; i < LARGE; i++)
		d[i] = i < 12 ? 1 : -1;
	/* All ranks are 20.5: W+ = 246, mean 410, variance (nn1(2n+1) - (t^3-t)/2)/24.
	 */
	z = (410 - 246 - 0.5) / sqrt((40.0 * 41 * 81 - (64000 - 40) / 2.0) / 24);
	ok(fabs(aisp_signed_rank(d, LARGE).p - erfc(z / sqrt(2))) < 1e-15,
	   "textbook's correction for ties");
}

static void test_degenerate(void)
{
	static const double zeros[3], with_zero[] = { 0, -1, -2, 0, -3 };
	const double bad[] = { 1, NAN };
	struct aisp_signed_rank r = aisp_signed_rank(with_zero, 5);

	ok(r.n == 3 && r.w_plus == 0 && r.w_minus == 6 && r.p == 0.25,
	   "zeros are left out");
	r = aisp_signed_rank(zeros, 3);
	ok(r.n == 0 && r.p == 1, "only zeros: p = 1");
	ok(isnan(aisp_signed_rank(bad, 2).p) && isnan(aisp_signed_rank(bad, 0).p),
	   "NaN, and nothing: NaN");
}

int main(void)
{
	test_brute_force();
	test_large();
	test_tie_correction();
	test_degenerate();
	return done();
}
