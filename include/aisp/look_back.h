/* SPDX-License-Identifier: MIT
 *
 * look_back.h - what all tiles before a block's own add up to, in one pass (D. Merrill
 * and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016): a
 * block says what its tile adds up to at once, and looks back over what those before
 * have said until one knows the sum of all before it.  Blocks must take tiles in order,
 * by aisp_take_tile(), so that those before are always under way.
 */
#ifndef AISP_LOOK_BACK_H
#define AISP_LOOK_BACK_H

#include <aisp/cuda.h>

/* What a tile says: a state in the upper, a sum in the lower half, in one store; zero:
 * nothing yet. */
#define AISP_SAID_OWN (1ull << 32)
#define AISP_SAID_ALL (2ull << 32) /* of all tiles up to it */

#define AISP_AHEAD 4

/* In all threads of a block.  taken counts the tiles, from 0. */
static __device__ int aisp_take_tile(unsigned long long *taken)
{
	__shared__ int tile;

	if (threadIdx.x == 0)
		tile = (int)atomicAdd(taken, 1ull);
	__syncthreads();
	return tile;
}

static __device__ void aisp_say(unsigned long long *at, unsigned long long state,
				int sum)
{
	asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(at),
		     "l"(state | (unsigned)sum)
		     : "memory");
}

static __device__ unsigned long long aisp_hear(const unsigned long long *at)
{
	unsigned long long x;

	asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(at) : "memory");
	return x;
}

/* What tile i has said by now; before the first there is nothing to add. */
static __device__ unsigned long long aisp_hear_tile(const unsigned long long *said,
						    int i)
{
	return i < 0 ? AISP_SAID_ALL : aisp_hear(said + i);
}

/*
 * By a warp: the sum of all before tile t, 32 tiles at a time.  What AISP_AHEAD times
 * as many have said is asked for at once, since an answer takes long.
 */
static __device__ int aisp_hear_before(const unsigned long long *said, int t)
{
	int lane = threadIdx.x % 32, sum = 0;

	for (int first = t - 1 - lane;; first -= 32 * AISP_AHEAD) {
		unsigned long long x[AISP_AHEAD];

#pragma unroll
		for (int k = 0; k < AISP_AHEAD; k++)
			x[k] = aisp_hear_tile(said, first - 32 * k);
#pragma unroll
		for (int k = 0; k < AISP_AHEAD; k++) {
			unsigned all;
			int mine;

			while (__any_sync(~0u, x[k] < AISP_SAID_OWN))
				x[k] = aisp_hear_tile(said, first - 32 * k);
			all = __ballot_sync(~0u, x[k] >= AISP_SAID_ALL);
			/* From the nearest that knows all on, nothing counts twice. */
			mine = !all || lane < __ffs(all) ? (int)(unsigned)x[k] : 0;
			sum += __reduce_add_sync(~0u, mine);
			if (all)
				return sum;
		}
	}
}

/* By a warp: says that tile t adds up to `own`; returns the sum of all before it. */
static __device__ int aisp_look_back(unsigned long long *said, int t, int own)
{
	int sum;

	if (threadIdx.x % 32 == 0)
		aisp_say(said + t, t ? AISP_SAID_OWN : AISP_SAID_ALL, own);
	if (t == 0)
		return 0;
	sum = aisp_hear_before(said, t);
	if (threadIdx.x % 32 == 0)
		aisp_say(said + t, AISP_SAID_ALL, sum + own);
	return sum;
}

#endif
