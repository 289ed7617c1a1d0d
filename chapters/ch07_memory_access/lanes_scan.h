/* SPDX-License-Identifier: MIT
 *
 * lanes_scan.h - prefix sums within a vector of 8: each lane adds the one 1, then 2,
 * then 4 lanes below (W. D. Hillis and G. L. Steele, Data Parallel Algorithms, 1986).
 */
#ifndef LANES_SCAN_H
#define LANES_SCAN_H

#include <aisp/clones.h>
#include <stdint.h>
#include <string.h>

#define LANES 8

typedef uint32_t lanes __attribute__((vector_size(LANES * 4)));

/* y[i] = before + x[0] + ... + x[i]; returns the last. */
AISP_CLONES static uint32_t scan_lanes(int32_t *y, const int32_t *x, int64_t n,
				       uint32_t before)
{
	const lanes none = { 0 };
	lanes sum = none + before;
	int64_t i = 0;

	for (; i + LANES <= n; i += LANES) {
		lanes v;

		memcpy(&v, x + i, sizeof(v));
		v += __builtin_shufflevector(none, v, 0, 8, 9, 10, 11, 12, 13, 14);
		v += __builtin_shufflevector(none, v, 0, 0, 8, 9, 10, 11, 12, 13);
		v += __builtin_shufflevector(none, v, 0, 0, 0, 0, 8, 9, 10, 11);
		v += sum;
		memcpy(y + i, &v, sizeof(v));
		sum = __builtin_shufflevector(v, v, 7, 7, 7, 7, 7, 7, 7, 7);
	}
	before = sum[0];
	for (; i < n; i++)
		y[i] = (int32_t)(before += (uint32_t)x[i]);
	return before;
}

#endif
