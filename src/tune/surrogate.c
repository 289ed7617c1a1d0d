/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "surrogate.h"

#define NOISE 0.01 /* variance of a value that is measured again */

enum { MOST_FITTED = 64 }; /* values that lengths are fitted to */

int aisp_surrogate_init(struct aisp_surrogate *s, const struct aisp_space *space,
			const int *point, int n, int most)
{
	size_t rows = (size_t)most + 3;

	*s = (struct aisp_surrogate){
		.space = space, .point = point, .n = n, .most = most
	};
	s->mean = calloc(rows * (size_t)n, sizeof(double));
	if (!s->mean)
		return -1;
	s->var = s->mean + n;
	s->row = s->var + n;
	s->factor = s->row + n;
	return 0;
}

void aisp_surrogate_release(struct aisp_surrogate *s)
{
	free(s->mean);
	s->mean = NULL;
}

/* Matern's covariance of order 3/2: continuous values, not smooth ones. */
static double likeness(const struct aisp_surrogate *s, int a, int b)
{
	double sum = 0, r;

	for (int i = 0; i < s->space->n_params; i++) {
		int places = aisp_space_digit(s->space, s->point[a], i) -
			     aisp_space_digit(s->space, s->point[b], i);
		double d = places / (s->length[i] * (s->space->param[i].n - 1 + 1e-9));

		sum += d * d;
	}
	r = sqrt(3 * sum);
	return (1 + r) * exp(-r);
}

/* Adds a row to the Cholesky factor of the first n points; returns what the value adds
 * to the log likelihood. */
static double see(struct aisp_surrogate *s, int j, double value, int n)
{
	double spread = sqrt(s->var[j] + NOISE), *row = s->row;
	double surprise = (value - s->mean[j]) / spread;

	for (int i = 0; i < n; i++)
		row[i] = likeness(s, i, j);
	for (int k = 0; k < s->n_seen; k++) {
		const double *known = s->factor + (size_t)k * (size_t)s->n;

		for (int i = 0; i < n; i++)
			row[i] -= known[i] * known[j];
	}
	for (int i = 0; i < n; i++) {
		row[i] /= spread;
		s->mean[i] += row[i] * surprise;
		s->var[i] = fmax(0, s->var[i] - row[i] * row[i]);
		s->factor[(size_t)s->n_seen * (size_t)s->n + (size_t)i] = row[i];
	}
	s->n_seen++;
	return -log(spread) - surprise * surprise / 2;
}

static double see_all(struct aisp_surrogate *s, const double *value, int n_values,
		      int n)
{
	double sum = 0;

	s->n_seen = 0;
	for (int i = 0; i < n; i++) {
		s->mean[i] = 0;
		s->var[i] = 1;
	}
	for (int j = 0; j < n_values; j++)
		sum += see(s, j, value[j], n);
	return sum;
}

/* Halves or doubles a length as long as that makes the values more likely. */
static void fit(struct aisp_surrogate *s, const double *value, int n)
{
	double most = see_all(s, value, n, n);

	for (int i = 0; i < 3 * 2 * s->space->n_params; i++) {
		double *length = &s->length[i / 2 % s->space->n_params], old = *length;
		double now;

		*length = fmin(8, fmax(0.125, i % 2 ? old * 2 : old / 2));
		now = see_all(s, value, n, n);
		if (now > most)
			most = now;
		else
			*length = old;
	}
}

void aisp_surrogate_learn(struct aisp_surrogate *s, const double *value, int n_values)
{
	for (int i = 0; i < s->space->n_params; i++)
		s->length[i] = 1;
	if (n_values > s->space->n_params)
		fit(s, value, n_values < MOST_FITTED ? n_values : MOST_FITTED);
	see_all(s, value, n_values, s->n);
}

void aisp_surrogate_add(struct aisp_surrogate *s, int i, double value)
{
	if (s->n_seen < s->most)
		see(s, i, value, s->n);
}

double aisp_surrogate_gain(const struct aisp_surrogate *s, int i, double best)
{
	double spread = sqrt(s->var[i] + 1e-12), more = s->mean[i] - best;
	double z = more / spread;

	return more * erfc(-z / M_SQRT2) / 2 +
	       spread * exp(-z * z / 2) / sqrt(2 * M_PI);
}
