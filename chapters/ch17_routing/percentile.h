/* SPDX-License-Identifier: MIT
 *
 * percentile.h - the value that 99 of 100 are not above.
 */
#ifndef PERCENTILE_H
#define PERCENTILE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static inline int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The 99th percentile of n values, which are sorted; 0 of none. */
static inline double percentile_99(double *x, int64_t n)
{
	qsort(x, (size_t)n, sizeof(*x), compare_doubles);
	return n ? x[(int64_t)ceil(0.99 * (double)n) - 1] : 0;
}

#endif
