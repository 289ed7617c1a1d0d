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

static __device__ __forceinline__ void gather_piece(void *to, const void *from,
						    bool is_there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(from), "r"(is_there ? 16 : 0)
		     : "memory");
}

/* The tokens that this thread gathers pieces of.  Behind the unit's last its last comes
 * again: nobody looks at what becomes of it. */
static __device__ __forceinline__ void
find_rows(int (&token)[GATHERS], const struct layer &l, const struct tile &x)
{
#pragma unroll
	for (int i = 0; i < GATHERS; i++) {
		int row = x.first + threadIdx.x % AISP_GROUP / 8 + APART * i;

		token[i] = l.token[min(row, x.last)];
	}
}

/* STEP numbers of each row, from column `col` on; zeros outside. */
static __device__ __forceinline__ void gather(uint8_t *to, const int (&token)[GATHERS],
					      const struct layer &l, int n, int col)
{
	int c = threadIdx.x % 8, r = threadIdx.x % AISP_GROUP / 8;
	bool is_there = col + c * 8 < l.width;
	const uint16_t *from = l.x + (is_there ? col + c * 8 : 0);

	to += r * AISP_ROW_BYTES + (c ^ r % 8) * 16;
#pragma unroll
	for (int i = 0; i < GATHERS; i++)
		if (APART * i < n)
			gather_piece(to + APART * i * AISP_ROW_BYTES,
				     from + (int64_t)token[i] * l.width, is_there);
}

/* One of the arrivals that were promised, when the thread's pieces have come. */
static __device__ __forceinline__ void arrive_when_gathered(uint64_t *bar)
{
	asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(bar))
		     : "memory");
}

/* Between what threads have written and what TMA or the tensor cores read of it. */
static __device__ __forceinline__ void let_async_read(void)
{
	asm volatile("fence.proxy.async;" ::: "memory");
}

/* As above, of shared memory alone. */
static __device__ __forceinline__ void let_tensor_cores_read(void)
{
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

#endif
