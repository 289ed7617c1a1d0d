/* SPDX-License-Identifier: MIT
 *
 * trace.h - made-up requests: popularity by Zipf's law, times between arrivals.
 */
#ifndef TRACE_H
#define TRACE_H

#include <aisp/draw.h>
#include <math.h>
#include <stdlib.h>

/* Uniform in (0, 1). */
static inline double trace_unit(uint64_t bits, int64_t i)
{
	return ((double)(aisp_draw_unknown(bits, (uint64_t)i) >> 11) + 0.5) * 0x1p-53;
}

/*
 * sum[k]: the probability of ranks 0 to k, where rank k has 1 / (k + 1)^exponent of the
 * first one's share.  Returns n numbers that the caller frees, or NULL.
 */
static inline double *trace_zipf(int64_t n, double exponent)
{
	double *sum = malloc((size_t)n * sizeof(*sum)), total = 0;

	for (int64_t k = 0; sum && k < n; k++)
		sum[k] = total += pow((double)(k + 1), -exponent);
	for (int64_t k = 0; sum && k < n; k++)
		sum[k] /= total;
	return sum;
}

/* The first rank whose sum is not below u. */
static inline int64_t trace_rank(const double *sum, int64_t n, double u)
{
	int64_t lo = 0, hi = n - 1;

	while (lo < hi) {
		int64_t mid = (lo + hi) / 2;

		if (sum[mid] < u)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* The numbers below n in random order, so that a number tells nothing.  The caller
 * frees them; NULL: no memory. */
static inline int32_t *trace_names(int64_t n, uint64_t bits)
{
	int32_t *name = malloc((size_t)n * sizeof(*name));

	for (int64_t i = 0; name && i < n; i++)
		name[i] = (int32_t)i;
	if (name)
		aisp_shuffle(name, n, aisp_draw_unknown(bits, UINT64_MAX));
	return name;
}

#endif
