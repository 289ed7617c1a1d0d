/* SPDX-License-Identifier: MIT
 *
 * pairing.h - which launches of two arms are compared: those of the same block.
 */
#ifndef AISP_PAIRING_H
#define AISP_PAIRING_H

#include <stdint.h>

/* The indices of two launches. */
struct aisp_pair {
	int a, b;
};

/*
 * Pairs launches of the same block, in the order of a; of several launches of b in one
 * block the first. a[i] is the block of launch i of the first arm, below 0 if it does
 * not count: a pilot, or a bad end.  Returns the number of pairs, n_a at most.
 */
int aisp_pair_launches(const int64_t *a, int n_a, const int64_t *b, int n_b,
		       struct aisp_pair *pairs);

#endif
