/* SPDX-License-Identifier: MIT
 *
 * muon_cpu.h - products of Muon's update by tiles.
 */
#ifndef MUON_CPU_H
#define MUON_CPU_H

#include "muon_where.h"
#include "product_tile.h"

/* Rows [first, end) of c = a b; c and b have n columns, a has k. */
static inline struct product rows_of(const struct muon *u, float *c, const float *a,
				     const float *b, int64_t n, int64_t k,
				     int64_t first, int64_t end)
{
	return (struct product){ .c = c + first * n,
				 .a = a + first * k,
				 .b = b,
				 .m = end - first,
				 .n = n,
				 .k = k,
				 .row = k,
				 .depth = 1,
				 .room = u->room };
}

#endif
