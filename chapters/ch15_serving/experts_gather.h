/* SPDX-License-Identifier: MIT
 *
 * experts_gather.h - rows of tokens, wherever they lie, become tiles as TMA would have
 * swizzled them.
 */
#ifndef EXPERTS_GATHER_H
#define EXPERTS_GATHER_H

#include "experts_plan.h"

static __device__ void gather_piece(void *to, const void *from, bool is_there)
{
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
			     (uint32_t)__cvta_generic_to_shared(to)),
		     "l"(from), "r"(is_there ? 16 : 0)
		     : "memory");
}

/* The rows that this thread gathers pieces of: every 16th of the part. */
static __device__ void find_rows(int64_t *at, const struct product &p,
				 const struct part &part)
{
#pragma unroll
	for (int i = 0; i < PART / 16; i++) {
		int r = threadIdx.x % AISP_GROUP / 8 + 16 * i;
		int place = part.first + r;

		at[i] = r < part.n ? (int64_t)(__ldg(p.row + place) / p.k) * p.width
				   : -1;
	}
}

/* STEP numbers of each row, from column `col` on; zeros outside. */
static __device__ void gather(uint8_t *to, const int64_t *at, const struct product &p,
			      int n, int col)
{
	int c = threadIdx.x % 8, r = threadIdx.x % AISP_GROUP / 8;

#pragma unroll
	for (int i = 0; i < PART / 16; i++) {
		bool is_there = at[i] >= 0 && col + c * 8 < p.width;

		if (16 * i < n)
			gather_piece(
				to + (r + 16 * i) * AISP_ROW_BYTES + (c ^ r % 8) * 16,
				is_there ? p.x + at[i] + col + c * 8 : p.x, is_there);
	}
}

/* Makes all but the last N stages visible to the tensor cores. */
template <int N> static __device__ void give(uint64_t *bar)
{
	asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		ptx::mbarrier_arrive(bar);
}

/* Stage i of all is given when AHEAD more have been asked for. */
struct gathered {
	int n; /* stages asked for */

	__device__ void add(struct barriers &bar)
	{
		asm volatile("cp.async.commit_group;" ::: "memory");
		if (++n > AHEAD)
			give<AHEAD>(&bar.x[(n - 1 - AHEAD) % STAGES]);
	}
	__device__ void end(struct barriers &bar)
	{
		for (int i = max(n - AHEAD, 0); i < n; i++)
			give<0>(&bar.x[i % STAGES]);
	}
};

#endif
