/* SPDX-License-Identifier: MIT
 *
 * Student's t against three other ways: a published table (NIST/SEMATECH
 * e-Handbook of Statistical Methods, 1.3.6.7.2), the closed forms for 1 and 2
 * degrees of freedom, and the density integrated numerically here.
 */
#include <math.h>

#include "base/stats.h"
#include "tap.h"

/*
 * Integral of cos^(df - 1) from 0 to end by the double exponential rule, which
 * stands the root at pi/2 when df < 3 (Takahasi and Mori, 1974).
 */
static long double integral(long double df, long double end)
{
	const long double step = 1 / 64.0L, half_pi = acosl(0);
	long double sum = 0;

	for (int k = -256; k <= 256; k++) {
		long double u = half_pi * sinhl(k * step);
		long double x = end / (1 + expl(-2 * u)); /* end (1 + tanh u) / 2 */
		long double weight =
			end / 2 * half_pi * coshl(k * step) / (coshl(u) * coshl(u));

		sum += weight * powl(fmaxl(cosl(x), 0), df - 1);
	}
	return sum * step;
}

/*
 * t = sqrt(df) tan(angle) turns the density into cos^(df - 1); dividing by the
 * whole integral leaves no gamma function to get wrong.
 */
static double cdf_by_integration(double t, double df)
{
	long double angle = atanl(fabsl((long double)t) / sqrtl(df));
	long double half = integral(df, angle) / (2 * integral(df, acosl(0)));

	return (double)(t < 0 ? 0.5L - half : 0.5L + half);
}

static void test_table(void)
{
	static const struct {
		double df, p90, p95, p975, p99, p995, p999;
	} rows[] = {
		{ 1, 3.078, 6.314, 12.706, 31.821, 63.657, 318.309 },
		{ 2, 1.886, 2.920, 4.303, 6.965, 9.925, 22.327 },
		{ 5, 1.476, 2.015, 2.571, 3.365, 4.032, 5.893 },
		{ 9, 1.383, 1.833, 2.262, 2.821, 3.250, 4.297 },
		{ 30, 1.310, 1.697, 2.042, 2.457, 2.750, 3.385 },
		{ 100, 1.290, 1.660, 1.984, 2.364, 2.626, 3.174 },
	};
	static const double ps[] = { 0.9, 0.95, 0.975, 0.99, 0.995, 0.999 };
	int n_wrong = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (int k = 0; k < 6; k++)
			n_wrong += !(fabs(aisp_t_quantile(ps[k], rows[i].df) -
					  (&rows[i].p90)[k]) < 0.0006);
	ok(n_wrong == 0, "quantiles of the published table");
}

static void test_closed_forms(void)
{
	double worst = 0;

	for (double t = -40; t <= 40; t += 0.37) {
		double one =
			t < -1 ? -atan(1 / t) / acos(-1) : 0.5 + atan(t) / acos(-1);
		double two = t < 0 ? 1 / (2 + t * t - t * sqrt(2 + t * t))
				   : 0.5 + t / (2 * sqrt(2 + t * t));

		worst = fmax(worst, fabs(aisp_t_cdf(t, 1) / one - 1));
		worst = fmax(worst, fabs(aisp_t_cdf(t, 2) / two - 1));
	}
	ok(worst < 1e-13, "closed forms of 1 and 2 degrees of freedom");
}

static void test_integration(void)
{
	static const double dfs[] = { 1, 1.5, 2, 3, 4.7, 9, 14, 39, 159, 1e3, 1e5 };
	double worst = 0, worst_inverse = 0;

	for (size_t i = 0; i < sizeof(dfs) / sizeof(dfs[0]); i++)
		for (double t = -6.3; t < 7; t += 0.9) {
			double p = cdf_by_integration(t, dfs[i]);

			worst = fmax(worst, fabs(aisp_t_cdf(t, dfs[i]) - p));
			if (fabs(t) < 4)
				worst_inverse =
					fmax(worst_inverse,
					     fabs(aisp_t_quantile(p, dfs[i]) - t));
		}
	ok(worst < 1e-10, "CDF is the integral of the density");
	ok(worst_inverse < 1e-9, "quantile inverts that integral");
}

static void test_edges(void)
{
	double t = aisp_t_quantile(1e-100, 1);

	ok(aisp_t_cdf(0, 7) == 0.5 && aisp_t_quantile(0.5, 7) == 0, "centre");
	ok(aisp_t_quantile(0.0625, 9) == -aisp_t_quantile(0.9375, 9), "symmetry");
	ok(fabs(t * acos(-1) * 1e-100 + 1) < 1e-12, "far tail of Cauchy: -1 / (pi p)");
	ok(aisp_t_cdf(INFINITY, 3) == 1 && aisp_t_cdf(-INFINITY, 3) == 0, "infinity");
	ok(isnan(aisp_t_quantile(0, 9)) && isnan(aisp_t_quantile(1, 9)) &&
		   isnan(aisp_t_quantile(NAN, 9)) && isnan(aisp_t_quantile(0.9, 0)) &&
		   isnan(aisp_t_quantile(0.9, NAN)) && isnan(aisp_t_cdf(NAN, 9)),
	   "NaN outside the domain");
}

static void test_interval(void)
{
	static const double x[] = { 9, 10, 11, 10 }, same[] = { 4, 4, 4 };
	struct aisp_interval ci = aisp_mean_interval(x, 4, 0.95);
	double half = 3.182446 * sqrt(2.0 / 3) / 2; /* t(0.975, 3) of the table */

	ok(fabs(ci.lo - (10 - half)) < 1e-6 && fabs(ci.hi - (10 + half)) < 1e-6,
	   "interval of a mean");
	ci = aisp_mean_interval(same, 3, 0.95);
	ok(ci.lo == 4 && ci.hi == 4, "equal values: a point");
	ci = aisp_mean_interval(x, 1, 0.95);
	ok(isnan(ci.lo) && isnan(ci.hi), "one value: NaN");
}

int main(void)
{
	test_table();
	test_closed_forms();
	test_integration();
	test_edges();
	test_interval();
	return done();
}
