/* SPDX-License-Identifier: MIT
 *
 * chosen.h - which experts a token may go to, and their weights, in double.
 */
#ifndef CHOSEN_H
#define CHOSEN_H

#include <math.h>
#include <stdint.h>

#define MOST_EXPERTS 1024

static inline int descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

/* An expert with that score that the answer does not name. */
static inline int64_t find_free(const double *score, const char *is_named,
				int64_t experts, double value)
{
	int64_t e = 0;

	while (e < experts && (is_named[e] || score[e] != value))
		e++;
	return e;
}

/* Valid answers stay; the rest become remaining experts of the same scores. */
static inline void choose(const double *score, const double *sorted, int64_t experts,
			  const int32_t *got, int64_t k, double *ref)
{
	char is_named[MOST_EXPERTS] = { 0 };

	for (int64_t i = 0; i < k; i++) {
		int64_t e = got[i];
		int is_valid =
			e >= 0 && e < experts && !is_named[e] && score[e] == sorted[i];

		ref[i] = is_valid ? (double)e : -1;
		if (is_valid)
			is_named[e] = 1;
	}
	for (int64_t i = 0; i < k; i++)
		if (ref[i] < 0) {
			int64_t e = find_free(score, is_named, experts, sorted[i]);

			is_named[e] = 1;
			ref[i] = (double)e;
		}
}

#endif
