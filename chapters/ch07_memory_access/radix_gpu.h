/* SPDX-License-Identifier: MIT
 *
 * radix_gpu.h - a block's part in a pass: the keys of a tile learn their places among
 * those of the same digit, in order.  A warp goes through its keys 32 at a time and has
 * a counter for each digit; lanes of equal digits find each other by a vote.  Shared by
 * the steps, which differ in how a tile learns where its digits go, and how keys get
 * there.
 */
#ifndef RADIX_GPU_H
#define RADIX_GPU_H

#include <aisp/warp.h>

#define DIGIT_BITS 8
#include "radix.h"

#define WARPS      12
#define BLOCK      (32 * WARPS) /* more than there are digits */
#define EACH       16           /* keys of a thread */
#define TILE       (BLOCK * EACH)
#define SCAN_WARPS (N_DIGITS / 32)

struct sorter {
	int count[WARPS][N_DIGITS]; /* then: keys of the digit in warps before */
	int begin[N_DIGITS];        /* of the digit, in the tile put in order */
	int to[N_DIGITS];           /* of the tile's first key of the digit */
	int32_t key[TILE];          /* in order */
};

struct keys {
	int32_t key[EACH];
	int place[EACH]; /* among the tile's keys of the same digit */
};

/* By the whole block: what threads before have, of those that stand for digits; *all is
 * their sum. */
static __device__ int scan_digits(int x, int *all)
{
	__shared__ int part[SCAN_WARPS];
	int warp = threadIdx.x / 32, sum = aisp_warp_scan(x), before = 0;

	__syncthreads();
	if (warp < SCAN_WARPS && threadIdx.x % 32 == 31)
		part[warp] = sum;
	__syncthreads();
	*all = 0;
	for (int w = 0; w < SCAN_WARPS; w++) {
		before = w == warp ? *all : before;
		*all += part[w];
	}
	return before + sum - x;
}

/* Behind the end are keys that no other is larger than. */
static __device__ void load_keys(struct keys *k, const int32_t *from, int64_t first,
				 int64_t n)
{
	int64_t i = first + threadIdx.x / 32 * (32 * EACH) + threadIdx.x % 32;

#pragma unroll
	for (int r = 0; r < EACH; r++, i += 32)
		k->key[r] = i < n ? __ldcs(from + i) : INT32_MAX;
}

/* Places within a warp; count is the warp's. */
static __device__ void rank_keys(struct keys *k, int *count, int pass)
{
	unsigned before_me = (1u << threadIdx.x % 32) - 1;

#pragma unroll
	for (int r = 0; r < EACH; r++) {
		unsigned d = digit_of(k->key[r], pass);
		unsigned same = __match_any_sync(~0u, d);
		int n = count[d];

		k->place[r] = n + __popc(same & before_me);
		__syncwarp();
		if (!(same & before_me))
			count[d] = n + __popc(same);
		__syncwarp();
	}
}

/* Counts become what warps before have; the digit's total is returned. */
static __device__ int begin_warps(struct sorter *s)
{
	int sum = 0;

	if (threadIdx.x < N_DIGITS)
		for (int w = 0; w < WARPS; w++) {
			int n = s->count[w][threadIdx.x];

			s->count[w][threadIdx.x] = sum;
			sum += n;
		}
	return sum;
}

/* How many keys of its digit the tile has, in each thread that stands for one. */
static __device__ int place_keys(struct sorter *s, struct keys *k, int pass)
{
	int *count = s->count[threadIdx.x / 32], total, all, begin;

	for (int d = threadIdx.x % 32; d < N_DIGITS; d += 32)
		count[d] = 0;
	__syncwarp();
	rank_keys(k, count, pass);
	__syncthreads();
	total = begin_warps(s);
	begin = scan_digits(total, &all);
	if (threadIdx.x < N_DIGITS)
		s->begin[threadIdx.x] = begin;
	__syncthreads();
#pragma unroll
	for (int r = 0; r < EACH; r++)
		k->place[r] += count[digit_of(k->key[r], pass)];
	return total;
}

/* The tile is put in order first: then neighbours write to neighbours. */
static __device__ void store_in_order(struct sorter *s, const struct keys *k,
				      int32_t *to, int n, int pass)
{
#pragma unroll
	for (int r = 0; r < EACH; r++)
		s->key[s->begin[digit_of(k->key[r], pass)] + k->place[r]] = k->key[r];
	__syncthreads();
	for (int j = threadIdx.x; j < n; j += BLOCK) {
		unsigned d = digit_of(s->key[j], pass);

		to[s->to[d] + j - s->begin[d]] = s->key[j];
	}
}

/* Scratch behind the keys that lie in the workspace, too. */
static inline int *behind_keys(const struct aisp_io *io)
{
	return (int *)io->workspace + aisp_ceil_div(io->param[N], 64) * 64;
}

#endif
