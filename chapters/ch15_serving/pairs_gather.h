/* SPDX-License-Identifier: MIT
 *
 * pairs_gather.h - rows of tokens, wherever they lie, become tiles as TMA would have
 * swizzled them.
 */
#ifndef PAIRS_GATHER_H
#define PAIRS_GATHER_H

#include "pairs_plan.h"

#define APART   (AISP_GROUP / 8) /* rows of which a thread has a piece */
#define GATHERS (MOST / APART)

static __device__ __forceinline__ void gather_piece(uint32_t to, const uint4 *from,
						    bool is_there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to),
		     "l"(from), "r"(is_there ? 16 : 0)
		     : "memory");
}

/* What a thread gathers: piece `col` / 8 of some of a tile's rows. */
struct pieces {
	uint32_t row[GATHERS]; /* where the rows begin, in pieces of x */
	int col;
	uint32_t to; /* in a stage */
};

/* Behind the unit's last row that row is repeated; its results are not used. */
static __device__ __forceinline__ void
find_rows(struct pieces *p, const struct layer &l, const struct tile &x)
{
	int c = threadIdx.x % 8, r = threadIdx.x % AISP_GROUP / 8;

	p->col = c * 8;
	p->to = (uint32_t)(r * AISP_ROW_BYTES + (c ^ r % 8) * 16);
#pragma unroll
	for (int i = 0; i < GATHERS; i++) {
		int at = min(x.first + r + APART * i, x.last);

		p->row[i] = (uint32_t)l.token[at] * (uint32_t)(l.width / 8);
	}
}

/* STEP numbers of each row, from column `col` on; zeros outside.  An address is one
 * multiplication: this must take much less time than products of a step do. */
static __device__ __forceinline__ void gather(const uint8_t *stage,
					      const struct pieces &p,
					      const struct layer &l, int n, int col)
{
	uint32_t to = (uint32_t)__cvta_generic_to_shared(stage) + p.to;
	bool is_there = col + p.col < l.width;
	const uint4 *from = (const uint4 *)(l.x + (is_there ? col + p.col : 0));

#pragma unroll
	for (int i = 0; i < GATHERS; i++)
		if (APART * i < n)
			gather_piece(to + APART * i * AISP_ROW_BYTES, from + p.row[i],
				     is_there);
}

/* One of the arrivals that were promised, when the thread's pieces have come. */
static __device__ __forceinline__ void arrive_when_gathered(uint64_t *bar)
{
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(bar))
		     : "memory");
}

/* A fence between writes of threads and reads of them by TMA or the tensor cores. */
static __device__ __forceinline__ void let_async_read(void)
{
	asm volatile("fence.proxy.async;" ::: "memory");
}

/* The same, for shared memory alone. */
static __device__ __forceinline__ void let_tensor_cores_read(void)
{
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#endif
