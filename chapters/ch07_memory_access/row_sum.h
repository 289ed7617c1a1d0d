/* SPDX-License-Identifier: MIT
 *
 * A sum in 32 partial sums, eight vectors of four: more additions in flight
 * than the latency of any current adder asks for.
 */
#ifndef ROW_SUM_H
#define ROW_SUM_H

#include <stdint.h>

#include "lanes.h"

#define CHAINS 8
#define STEP   (CHAINS * 4)

/* a[0..n), fetching what lies ahead_bytes ahead if that is not 0. */
static inline float row_sum(const float *a, int64_t n, int ahead_bytes)
{
	float4 x[CHAINS] = { { 0 } };
	float sum = 0;
	int64_t j = 0;

	for (; j + STEP <= n; j += STEP) {
		if (ahead_bytes) {
			__builtin_prefetch((const char *)(a + j) + ahead_bytes);
			__builtin_prefetch((const char *)(a + j + 16) + ahead_bytes);
		}
		for (int k = 0; k < CHAINS; k++)
			x[k] += *(const float4_loose *)(a + j + 4 * k);
	}
	for (; j < n; j++)
		sum += a[j];
	for (int k = 1; k < CHAINS; k++)
		x[0] += x[k];
	return sum + (x[0][0] + x[0][1]) + (x[0][2] + x[0][3]);
}

#endif
