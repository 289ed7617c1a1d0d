/* SPDX-License-Identifier: MIT
 *
 * percentile.h - the value that 99 of 100 values do not exceed.
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

/* Sorts n values and returns their 99th percentile; 0 if there are none. */
static inline double percentile_99(double *x, int64_t n)
{
	qsort(x, (size_t)n, sizeof(*x), compare_doubles);
	return n ? x[(int64_t)ceil(0.99 * (double)n) - 1] : 0;
}

#endif
