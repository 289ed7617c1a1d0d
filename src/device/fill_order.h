/* SPDX-License-Identifier: MIT
 *
 * fill_order.h - numbers without repetition, each from its place alone.  For compilers
 * of CPUs and of GPUs, like fill_bits.h.
 */
#ifndef AISP_FILL_ORDER_H
#define AISP_FILL_ORDER_H

#include "base/rng.h"

/*
 * A bijection on numbers of 2 * half bits: four rounds of a Feistel network (M. Luby
 * and C. Rackoff, SIAM J. Computing 17(2), 1988).
 */
AISP_HD static inline uint64_t aisp_mixed(uint64_t key, uint64_t x, int half)
{
	uint64_t mask = (UINT64_C(1) << half) - 1, left = x >> half, right = x & mask;

	for (uint64_t round = 0; round < 4; round++) {
		uint64_t f = aisp_random_at(key, round << 32 | right) >> 32 & mask;
		uint64_t next = left ^ f;

		left = right;
		right = next;
	}
	return left << half | right;
}

/* Half of the number of bits in which numbers below n are mixed. */
AISP_HD static inline int aisp_order_half(uint64_t n)
{
	int half = 1;

	while (half < 31 && UINT64_C(1) << (2 * half) < n)
		half++;
	return half;
}

/* Number k of a permutation of [0, n); results of n or more are mixed again. */
AISP_HD static inline uint64_t aisp_order_at(uint64_t key, uint64_t k, uint64_t n)
{
	int half = aisp_order_half(n);

	do
		k = aisp_mixed(key, k, half);
	while (k >= n);
	return k;
}

/* A permutation of [0, n) that has a pattern. */
AISP_HD static inline uint64_t aisp_pattern_at(uint64_t key, uint64_t k, uint64_t n)
{
	uint64_t pair = k ^ 1;

	switch (key % 5) {
	case 0:
		return k;
	case 1:
		return n - 1 - k;
	case 2:
		return (k + (key >> 8) % n) % n;
	case 3:
		return pair < n ? pair : k;
	default:
		return aisp_order_at(key, k, n);
	}
}

#endif
