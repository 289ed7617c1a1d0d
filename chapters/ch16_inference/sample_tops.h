/* SPDX-License-Identifier: MIT
 *
 * sample_tops.h - a block of THREADS reads a row once.  Each thread keeps the largest
 * of SLOTS groups of its vectors in registers, two a word: of logits at even and at odd
 * places.  Of the threads' own largest the k-th is no more than the k-th of all logits,
 * and with random ones nearly as large.
 */
#ifndef SAMPLE_TOPS_H
#define SAMPLE_TOPS_H

#include "sample_gpu.h"

#define SPAN   (SLOTS * EACH * THREADS) /* vectors; each EACH of a thread a slot */
#define WARPS  (THREADS / 32)
#define NEAR   8          /* a bound is good if so many more reach it */
#define NO_TOP 0xff80ff80 /* -infinity twice */

/* The larger of lower halves and that of upper ones, as bf16. */
static __device__ uint32_t larger2(uint32_t a, uint32_t b)
{
	asm("max.bf16x2 %0, %0, %1;" : "+r"(a) : "r"(b));
	return a;
}

/* Loads bypass L1: the lines are not needed again and would fill it. */
static __device__ uint4 load_once(const uint4 *at)
{
	uint4 v;

	asm("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
	    : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
	    : "l"(at));
	return v;
}

/* Vectors of a thread, from its number `first` on; where a row of n ends, the thread
 * reads its first one again. */
static __device__ void load_batch(uint4 (&v)[AHEAD], const uint4 *l, int first, int n)
{
	int own = (int)threadIdx.x;

#pragma unroll
	for (int j = 0; j < AHEAD; j++) {
		int i = first + j * THREADS + own;

		v[j] = load_once(l + (i < n ? i : own));
	}
}

/* Adds a thread's vectors, from its number `first` on, to their groups. */
static __device__ void add_batch(uint32_t (&top)[SLOTS], const uint4 (&v)[AHEAD],
				 int first)
{
#pragma unroll
	for (int j = 0; j < AHEAD; j++) {
		uint32_t *t = &top[(first + j) / EACH];

		*t = larger2(*t,
			     larger2(larger2(v[j].x, v[j].y), larger2(v[j].z, v[j].w)));
	}
}

/* Finds the largest of each group of n vectors. */
static __device__ void find_tops(uint32_t (&top)[SLOTS], const uint4 *l, int n)
{
#pragma unroll
	for (int s = 0; s < SLOTS; s++)
		top[s] = NO_TOP;
	for (int from = 0; from < n; from += SPAN) {
#pragma unroll
		for (int first = 0; first < SLOTS * EACH; first += AHEAD) {
			uint4 v[AHEAD];

			if (from + first * THREADS >= n)
				break;
			load_batch(v, l, from + first * THREADS, n);
			add_batch(top, v, first);
		}
	}
}

/* The largest of a thread. */
static __device__ uint32_t own_order(const uint32_t (&top)[SLOTS])
{
	uint32_t all = NO_TOP;

#pragma unroll
	for (int s = 0; s < SLOTS; s++)
		all = larger2(all, top[s]);
	all = order2(all);
	return max(all & 0xffff, all >> 16);
}

/* Least and largest of all threads' orders. */
static __device__ uint2 range_of(uint32_t own)
{
	__shared__ uint32_t all_least[WARPS], all_most[WARPS];
	int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
	uint32_t least = __reduce_min_sync(~0u, own);
	uint32_t most = __reduce_max_sync(~0u, own);

	if (lane == 0) {
		all_least[warp] = least;
		all_most[warp] = most;
	}
	__syncthreads();
	return make_uint2(__reduce_min_sync(~0u, all_least[lane % WARPS]),
			  __reduce_max_sync(~0u, all_most[lane % WARPS]));
}

/* An order that k of the threads' own reach, or a few more. */
static __device__ uint32_t find_bound(uint32_t own, uint2 range, int k)
{
	uint32_t bound = range.x, above = range.y + 1;

	while (above - bound > 1) {
		uint32_t middle = (bound + above) / 2;
		int n = __syncthreads_count(own >= middle);

		if (n < k)
			above = middle;
		else
			bound = middle;
		if (n >= k && n <= k + NEAR)
			break;
	}
	return bound;
}

#endif
