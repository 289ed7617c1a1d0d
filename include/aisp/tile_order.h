/* SPDX-License-Identifier: MIT
 *
 * tile_order.h - for persistent kernels: which tile and which stage are next, and which
 * warpgroup may multiply.
 */
#ifndef AISP_TILE_ORDER_H
#define AISP_TILE_ORDER_H

#include <aisp/hopper.h>

#define WORKERS 2 /* warpgroups that multiply */
#define EDGE    8 /* clusters along a side of a square that is multiplied at a time */

/* Of C, in tiles of a cluster. */
struct order {
	int rows, cols;
};

/* Bands of EDGE rows, column by column, every other band from right to left. */
static __device__ int2 place(const struct order &o, int t)
{
	int band = t / (EDGE * o.cols), first = band * EDGE;
	int rows = min(EDGE, o.rows - first), i = t - band * EDGE * o.cols;
	int col = i / rows;

	return make_int2(first + i % rows, band % 2 ? o.cols - 1 - col : col);
}

/* Which stage is next, and the parity of its barriers' phase. */
template <class P> struct turn {
	int stage = 0;
	uint32_t parity = 0;

	__device__ void skip(int n)
	{
		parity ^= (stage + n) / P::STAGES & 1;
		stage = (stage + n) % P::STAGES;
	}
	__device__ void next(void)
	{
		if (++stage == P::STAGES) {
			stage = 0;
			parity ^= 1;
		}
	}
};

/*
 * Worker w may begin when the other one has issued all its products.  An mbarrier's
 * parity cannot tell that: it is the same in every other round.
 */
static __device__ void await_turn(int worker)
{
	asm volatile("barrier.sync %0, %1;" ::"r"(1 + worker), "n"(WORKERS * AISP_GROUP)
		     : "memory");
}

static __device__ void give_turn(int worker)
{
	asm volatile("barrier.arrive %0, %1;" ::"r"(1 + worker),
		     "n"(WORKERS * AISP_GROUP)
		     : "memory");
}

#endif
