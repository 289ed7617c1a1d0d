/* SPDX-License-Identifier: MIT
 *
 * Summaries of a sample.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats.h"

double aisp_mean(const double *x, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return n > 0 ? sum / n : NAN;
}

double aisp_sd(const double *x, int n)
{
	double mean = aisp_mean(x, n), sum = 0;

	for (int i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return n > 1 ? sqrt(sum / (n - 1)) : NAN;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	if (isnan(x) || isnan(y))
		return !!isnan(x) - !!isnan(y);
	return (x > y) - (x < y);
}

void aisp_sort(double *x, int n)
{
	if (n > 1)
		qsort(x, (size_t)n, sizeof(*x), by_value);
}

double aisp_quantile_sorted(const double *sorted, int n, double q)
{
	double h;
	int i;

	if (n < 1 || !(q >= 0 && q <= 1) || isnan(sorted[n - 1]))
		return NAN;
	h = q * (n - 1);
	i = (int)h;
	if (i == n - 1 || sorted[i] == sorted[i + 1])
		return sorted[i];
	return sorted[i] + (h - i) * (sorted[i + 1] - sorted[i]);
}

static double quantile_in(double *room, const double *x, int n, double q)
{
	memcpy(room, x, (size_t)n * sizeof(*x));
	aisp_sort(room, n);
	return aisp_quantile_sorted(room, n, q);
}

double aisp_quantile(const double *x, int n, double q)
{
	double few[256], *many, value;

	if (n <= 0)
		return NAN;
	if (n <= (int)(sizeof(few) / sizeof(few[0])))
		return quantile_in(few, x, n, q);
	many = malloc((size_t)n * sizeof(*x));
	value = many ? quantile_in(many, x, n, q) : NAN;
	free(many);
	return value;
}

double aisp_median(const double *x, int n)
{
	return aisp_quantile(x, n, 0.5);
}

double aisp_median_shift(const double *x, const double *more, int n)
{
	double *sum = malloc((size_t)(n > 0 ? n : 1) * sizeof(*x)), shift = NAN;

	for (int i = 0; sum && i < n; i++)
		sum[i] = x[i] + more[i];
	if (sum)
		shift = aisp_median(sum, n) - aisp_median(x, n);
	free(sum);
	return shift;
}
