/* SPDX-License-Identifier: MIT
 *
 * order_allreduce.h - asks whether two ranks would fetch from the same one at first.
 */
#ifndef ORDER_ALLREDUCE_H
#define ORDER_ALLREDUCE_H

#include <errno.h>

#include "allreduce.h"

enum { RANKS_ASKED = 4 }; /* two have no choice */

static int next_rank(int rank, int step, int n);

static inline int do_begin_alike(void)
{
	unsigned seen = 0;

	for (int rank = 0; rank < RANKS_ASKED; rank++)
		seen |= 1u << next_rank(rank, 1, RANKS_ASKED) % RANKS_ASKED;
	return seen != (1u << RANKS_ASKED) - 1;
}

#endif
