/* SPDX-License-Identifier: MIT
 *
 * Student's t distribution through the incomplete beta function.
 */
#include <float.h>
#include <math.h>

#include "stats.h"

/* log B(a, 1/2) */
static double log_beta_half(double a)
{
	int sign;

	return lgamma_r(a, &sign) + lgamma_r(0.5, &sign) - lgamma_r(a + 0.5, &sign);
}

/*
 * 1 + d1 / (1 + d2 / (1 + ...)), the continued fraction of the incomplete beta
 * function (NIST DLMF 8.17.22), by the method of Lentz (Applied Optics 15, 1976)
 * as modified by Thompson and Barnett (J. Comput. Phys. 64, 1986).  It converges
 * in about sqrt(max(a, b)) steps for x < (a + 1) / (a + b + 2).
 */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 0, f = 1, factor;
	int j = 1;

	do {
		int m = j / 2;
		double term = j % 2 ? -(a + m) * (a + b + m) : m * (b - m);

		term *= x / ((a + j - 1) * (a + j));
		d = 1 + term * d;
		c = 1 + term / c;
		d = 1 / (fabs(d) > DBL_MIN ? d : DBL_MIN);
		c = fabs(c) > DBL_MIN ? c : DBL_MIN;
		factor = c * d;
		f *= factor;
	} while (fabs(factor - 1) > DBL_EPSILON && ++j < 100000);
	return f;
}

static double density(double t, double df)
{
	return exp(-(df + 1) / 2 * log1p(t * t / df) - log_beta_half(df / 2)) /
	       sqrt(df);
}

/* P(T > t) for t >= 0: half of I_x(df/2, 1/2) with x = df / (df + t^2). */
static double upper_tail(double t, double df)
{
	double a = df / 2, b = 0.5, x = 1 / (1 + t * t / df),
	       y = 1 / (1 + df / (t * t));
	double front = exp(-a * log1p(t * t / df) - log_beta_half(a)) * sqrt(y);

	if (x < (a + 1) / (a + b + 2))
		return front / (2 * a * beta_fraction(a, b, x));
	return 0.5 - front / (2 * b * beta_fraction(b, a, y));
}

double aisp_t_cdf(double t, double df)
{
	if (!(df >= 1) || isnan(t))
		return NAN;
	return t < 0 ? upper_tail(-t, df) : 1 - upper_tail(t, df);
}

/*
 * Right of 0 the tail is convex and falls, so Newton's method from 0 comes from
 * the left at each step and needs neither a bracket nor a first guess.
 */
double aisp_t_quantile(double p, double df)
{
	double q = fmin(p, 1 - p), t = 0, step;

	if (!(q >= 1e-150) || !(df >= 1))
		return NAN;
	do {
		step = (upper_tail(t, df) - q) / density(t, df);
		t += step;
	} while (step > 1e-14 * t);
	return p < 0.5 ? -t : t;
}

struct aisp_interval aisp_mean_interval(const double *x, int n, double confidence)
{
	double mean = aisp_mean(x, n);
	double half =
		aisp_t_quantile((1 + confidence) / 2, n - 1) * aisp_sd(x, n) / sqrt(n);

	return (struct aisp_interval){ mean - half, mean + half };
}
