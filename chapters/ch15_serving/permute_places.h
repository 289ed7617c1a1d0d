/* SPDX-License-Identifier: MIT
 *
 * permute_places.h - where the rows of a block's tokens go, found by each block for
 * itself: it counts all ids, which costs less than to wait for another block.
 *
 * Tokens are dealt out in waves, a run of them to each block in turn, and an expert's
 * rows lie in the order of tokens: blocks that are in the same wave write side by side.
 */
#ifndef PERMUTE_PLACES_H
#define PERMUTE_PLACES_H

#include <aisp/cuda.h>
#include <aisp/warp.h>

#define THREADS     1024
#define WARPS       (THREADS / 32)
#define BATCH       8   /* vectors of four ids that a thread has under way */
#define MOST_PLACES 256 /* in shared memory */

/* Of a block; n, first and place are in its shared memory. */
struct order {
	int tokens, k, experts, waves, run;
	int *n;     /* [waves + 1][experts]: of an expert's ids, first those between the
		       starts of two runs of the block's, then all before a start; row i
		       ends where run i starts, the last row where all end */
	int *first; /* where an expert's rows begin */
	int *place; /* of the block's first rows */
};

static __device__ int tokens_of_block(const struct order &o)
{
	int wave = (int)gridDim.x * o.run;
	int rest = o.tokens % wave - (int)blockIdx.x * o.run;

	return o.tokens / wave * o.run + min(max(rest, 0), o.run);
}

/* The block's token i. */
static __device__ int token_of(const struct order &o, int i)
{
	return (i / o.run * (int)gridDim.x + (int)blockIdx.x) * o.run + i % o.run;
}

/* The vectors of n ids that the thread counts, from number `at` on. */
static __device__ void load_ids(int4 v[BATCH], const int *ids, int n, int at)
{
#pragma unroll
	for (int j = 0; j < BATCH; j++, at += THREADS)
		if (at < n / 4)
			v[j] = ((const int4 *)ids)[at];
}

/* Where an id counts: the interval between two rows of o.n, and how far into it. */
struct spot {
	unsigned interval, offset;
};

static __device__ unsigned wave_ids(const struct order &o)
{
	return gridDim.x * (unsigned)(o.run * o.k);
}

/* Of an id that has n ids of the wave before it, or of n ids further. */
static __device__ struct spot spot_of(const struct order &o, unsigned n)
{
	return { n / wave_ids(o), n % wave_ids(o) };
}

static __device__ void move_on(const struct order &o, struct spot *s, struct spot by)
{
	int is_next = s->offset + by.offset >= wave_ids(o);

	s->interval += by.interval + is_next;
	s->offset += by.offset - (is_next ? wave_ids(o) : 0);
}

/* Of N ids some may lie in the next interval, none further: where there are four ids,
 * a wave has as many. */
template <int N>
static __device__ void count_ids(const struct order &o, struct spot s,
				 const int (&id)[N])
{
	int *n = o.n + s.interval * (unsigned)o.experts;

#pragma unroll
	for (int j = 0; j < N; j++)
		atomicAdd(n + (s.offset + j < wave_ids(o) ? 0 : o.experts) + id[j], 1);
}

/* Vectors v; `at` is the number of the first.  *s moves on to the next ones. */
static __device__ void count_batch(const struct order &o, const int4 v[BATCH], int at,
				   struct spot *s)
{
	struct spot step = spot_of(o, 4 * THREADS);

#pragma unroll
	for (int j = 0; j < BATCH; j++, at += THREADS) {
		if (at < o.tokens * o.k / 4)
			count_ids<4>(o, *s, { v[j].x, v[j].y, v[j].z, v[j].w });
		move_on(o, s, step);
	}
}

/* v are the first ids.  The first interval ends where the block's first run begins. */
static __device__ void count_all(const struct order &o, int4 v[BATCH], const int *ids)
{
	int n = o.tokens * o.k, i = n / 4 * 4 + (int)threadIdx.x, at = (int)threadIdx.x;
	unsigned before = (gridDim.x - blockIdx.x) * (unsigned)(o.run * o.k);
	struct spot s = spot_of(o, before + 4 * threadIdx.x);

	for (;;) {
		count_batch(o, v, at, &s);
		at += BATCH * THREADS;
		if (at >= n / 4)
			break;
		load_ids(v, ids, n, at);
	}
	if (i < n)
		count_ids<1>(o, spot_of(o, before + (unsigned)i), { ids[i] });
}

static __device__ void add_up(const struct order &o)
{
	for (int e = (int)threadIdx.x; e < o.experts; e += THREADS)
		for (int q = 0, sum = 0; q <= o.waves; q += BATCH) {
			int *n = o.n + q * o.experts + e, v[BATCH];

#pragma unroll
			for (int j = 0; j < BATCH; j++)
				v[j] = q + j <= o.waves ? n[j * o.experts] : 0;
#pragma unroll
			for (int j = 0; j < BATCH; j++) {
				sum += v[j];
				if (q + j <= o.waves)
					n[j * o.experts] = sum;
			}
		}
}

/* A warp adds up all counts before its 32 experts, then scans theirs. */
static __device__ void find_first(const struct order &o, int64_t *start)
{
	const int *n = o.n + o.waves * o.experts;
	int lane = (int)threadIdx.x % 32;

	for (int at = (int)threadIdx.x & ~31; at <= o.experts; at += THREADS) {
		int e = at + lane, own = e < o.experts ? n[e] : 0, sum = 0;

		for (int i = lane; i < at; i += 32)
			sum += n[i];
		sum = aisp_warp_sum(sum) + aisp_warp_scan(own) - own;
		if (e < o.experts)
			o.first[e] = sum;
		if (e <= o.experts && blockIdx.x == 0)
			start[e] = sum;
	}
}

static __device__ void take_places(const struct order &o, int *row, int *back,
				   const int *ids, int n_rows)
{
	for (int r = (int)threadIdx.x; r < n_rows; r += THREADS) {
		int i = r / o.k, token = token_of(o, i);
		int at = token * o.k + r % o.k, id = ids[at];
		int *n = o.n + i / o.run * o.experts + id;
		int place = o.first[id] + atomicAdd(n, 1);

		row[place] = token;
		back[at] = place;
		if (r < MOST_PLACES)
			o.place[r] = place;
	}
}

/* Of row j of the block's token i, as take_places() left it. */
static __device__ int place_of(const struct order &o, const int *back, int i, int j)
{
	int r = i * o.k + j;

	return r < MOST_PLACES ? o.place[r] : back[token_of(o, i) * o.k + j];
}

#endif
