/* SPDX-License-Identifier: MIT
 *
 * runs_limits.h - makes short sorted runs, and merges two runs.
 */
#ifndef RUNS_LIMITS_H
#define RUNS_LIMITS_H

#include <stdint.h>
#include <string.h>

static inline void insert_all(int32_t *key, int64_t n)
{
	for (int64_t i = 1; i < n; i++) {
		int32_t x = key[i];
		int64_t j = i;

		for (; j > 0 && key[j - 1] > x; j--)
			key[j] = key[j - 1];
		key[j] = x;
	}
}

/* Merges runs a and b at `to`, where the rest of b may lie already. */
static inline void merge(int32_t *to, const int32_t *a, int64_t n_a, const int32_t *b,
			 int64_t n_b)
{
	int64_t i = 0, j = 0;

	while (i < n_a && j < n_b) {
		int is_b = b[j] < a[i];

		*to++ = is_b ? b[j] : a[i];
		i += !is_b;
		j += is_b;
	}
	memmove(to + n_a - i, b + j, (size_t)(n_b - j) * sizeof(*to));
	memcpy(to, a + i, (size_t)(n_a - i) * sizeof(*to));
}

#endif
