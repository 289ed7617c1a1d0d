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
 * a[i] is the block of launch i of the first arm, less than 0 if that launch does not
 * count: a pilot, or one that did not end well.  In the order of a; of several launches
 * of b in one block the first.  Returns the number of pairs, n_a at most.
 */
int aisp_pair_launches(const int64_t *a, int n_a, const int64_t *b, int n_b,
		       struct aisp_pair *pairs);

#endif
