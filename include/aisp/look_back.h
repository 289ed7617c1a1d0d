/* SPDX-License-Identifier: MIT
 *
 * look_back.h - the sum of all tiles before a block's own, in one pass (D. Merrill and
 * M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016): a block
 * publishes its tile's aggregate at once, and looks back over earlier tiles until one
 * has published its prefix.  Blocks must take tiles in order, by aisp_take_tile(), so
 * that earlier tiles are always under way.
 */
#ifndef AISP_LOOK_BACK_H
#define AISP_LOOK_BACK_H

#include <aisp/cuda.h>

/* A tile's status: a flag in the upper half, a sum in the lower, in one store; zero:
 * nothing is published yet. */
#define AISP_TILE_AGGREGATE (1ull << 32) /* the tile's own sum */
#define AISP_TILE_PREFIX    (2ull << 32) /* the sum of all tiles up to it */

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

static __device__ void aisp_publish_tile(unsigned long long *at,
					 unsigned long long state, int sum)
{
	asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(at),
		     "l"(state | (unsigned)sum)
		     : "memory");
}

static __device__ unsigned long long aisp_read_status(const unsigned long long *at)
{
	unsigned long long x;

	asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(x) : "l"(at) : "memory");
	return x;
}

/* The current status of tile i; of a tile before the first, a prefix of 0. */
static __device__ unsigned long long aisp_read_tile(const unsigned long long *status,
						    int i)
{
	return i < 0 ? AISP_TILE_PREFIX : aisp_read_status(status + i);
}

/*
 * Called by a warp: the sum of all tiles before tile t, 32 at a time.  It reads the
 * status of AISP_AHEAD times as many at once, since a read takes long.
 */
static __device__ int aisp_sum_before(const unsigned long long *status, int t)
{
	int lane = threadIdx.x % 32, sum = 0;

	for (int first = t - 1 - lane;; first -= 32 * AISP_AHEAD) {
		unsigned long long x[AISP_AHEAD];

#pragma unroll
		for (int k = 0; k < AISP_AHEAD; k++)
			x[k] = aisp_read_tile(status, first - 32 * k);
#pragma unroll
		for (int k = 0; k < AISP_AHEAD; k++) {
			unsigned all;
			int mine;

			while (__any_sync(~0u, x[k] < AISP_TILE_AGGREGATE))
				x[k] = aisp_read_tile(status, first - 32 * k);
			all = __ballot_sync(~0u, x[k] >= AISP_TILE_PREFIX);
			/* What lies before the nearest prefix is part of it. */
			mine = !all || lane < __ffs(all) ? (int)(unsigned)x[k] : 0;
			sum += __reduce_add_sync(~0u, mine);
			if (all)
				return sum;
		}
	}
}

/* Called by a warp: publishes tile t's sum, `own`; returns that of all tiles before. */
static __device__ int aisp_look_back(unsigned long long *status, int t, int own)
{
	int sum;

	if (threadIdx.x % 32 == 0)
		aisp_publish_tile(status + t,
				  t ? AISP_TILE_AGGREGATE : AISP_TILE_PREFIX, own);
	if (t == 0)
		return 0;
	sum = aisp_sum_before(status, t);
	if (threadIdx.x % 32 == 0)
		aisp_publish_tile(status + t, AISP_TILE_PREFIX, sum + own);
	return sum;
}

#endif
