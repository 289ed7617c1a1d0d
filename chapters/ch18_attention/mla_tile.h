/* SPDX-License-Identifier: MIT
 *
 * mla_tile.h - what a block knows of 64 heads of a sequence and one slab of its tokens
 * after the other: shared memory, how it is filled, and the softmax that two warps
 * share.
 *
 * Sums of 64 heads by 512 numbers are all that a multiprocessor's registers hold.
 * Scores of 16 heads and half a slab are one warp's, so weights pass through shared
 * memory to the warps that have the sums.
 */
#ifndef MLA_TILE_H
#define MLA_TILE_H

#include "mla_parts.h"
#include "mma.h"

#define WARPS       8
#define THREADS     (32 * WARPS)
#define BLOCK_HEADS 64
#define GROUPS      (BLOCK_HEADS / 16) /* of heads, as many as a product has rows */
#define HALF        (SLAB / 2)         /* tokens of a warp's scores */
#define STAGES      2

static_assert(WARPS == 2 * GROUPS, "a group's scores are two warps' work");
static_assert(SLAB == THREADS / 4, "a thread copies an eighth of two rows");

struct shape {
	int batch, heads, page, pages; /* pages of a sequence */
	int n_pieces;
	power power;
};

/* Tiles as mma.h has them, and boxes.h.  max and sum: of each half of a slab. */
struct memory {
	uint16_t q[BLOCK_HEADS * ROW_DIM], rows[STAGES][SLAB * ROW_DIM];
	uint16_t w[BLOCK_HEADS * SLAB]; /* weights */
	float max[2][BLOCK_HEADS], by[BLOCK_HEADS];
	float sum[2][BLOCK_HEADS], offset[BLOCK_HEADS];
};

/* What a block attends to: tokens [token, end) of a sequence. */
struct range {
	const uint16_t *rows;
	const int *table;
	int token, end;
};

/* n heads' queries, then zeros. */
static __device__ void copy_queries(uint16_t *to, const uint16_t *q, int n)
{
	for (int i = threadIdx.x; i < BLOCK_HEADS * ROW_DIM / 8; i += THREADS) {
		int r = i / (ROW_DIM / 8), c = i % (ROW_DIM / 8);

		copy_chunk(to + chunk_at(r, c, BLOCK_HEADS),
			   q + (r < n ? r * ROW_DIM + c * 8 : 0), r < n);
	}
}

/* The two rows of a slab that this thread copies a part of, or -1 from the end on. */
static __device__ void find_rows(int (&at)[2], const range &x, int token, int page)
{
#pragma unroll
	for (int i = 0; i < 2; i++) {
		int t = token + (int)threadIdx.x / 8 + i * (SLAB / 2);

		at[i] = t < x.end ? x.table[t / page] * page + t % page : -1;
	}
}

static __device__ void copy_slab(uint16_t *to, const uint16_t *rows, const int (&at)[2])
{
#pragma unroll
	for (int i = 0; i < 2; i++) {
		const uint16_t *row = rows + (int64_t)max(at[i], 0) * ROW_DIM;
		int r = (int)threadIdx.x / 8 + i * (SLAB / 2);

#pragma unroll
		for (int c = threadIdx.x % 8; c < ROW_DIM / 8; c += 8)
			copy_chunk(to + chunk_at(r, c, SLAB), row + c * 8, at[i] >= 0);
	}
}

/* The maxima of the slab's halves, which two warps have, become one. */
static __device__ void share_max(rows &r, const float (&s)[HALF / 2], memory &m)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int head = warp % GROUPS * 16 + lane / 4;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		float max = -INFINITY;

#pragma unroll
		for (int i = 2 * h; i < HALF / 2; i += 4)
			max = fmaxf(max, fmaxf(s[i], s[i + 1]));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 1));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 2));
		if (lane % 4 == 0)
			m.max[warp / GROUPS][head + h * 8] = max;
	}
	__syncthreads();
	for (int h = 0; h < 2; h++)
		r.max[h] = fmaxf(r.max[h], m.max[1 - warp / GROUPS][head + h * 8]);
}

/* For all warps: weights, and what they do to the sums so far. */
static __device__ void keep_weights(memory &m, const float (&s)[HALF / 2],
				    const float (&by)[2])
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	int head = warp % GROUPS * 16 + lane / 4, half = warp / GROUPS;

#pragma unroll
	for (int i = 0; i < HALF / 2; i += 2) {
		int at = chunk_at(head + i % 4 / 2 * 8, half * (HALF / 8) + i / 4,
				  BLOCK_HEADS);

		*(uint32_t *)&m.w[at + lane % 4 * 2] = pack(s[i], s[i + 1]);
	}
	if (half == 0 && lane % 4 == 0) {
		m.by[head] = by[0];
		m.by[head + 8] = by[1];
	}
}

/* For all warps: what a head's weights add up to, and are relative to. */
static __device__ void keep_totals(memory &m, const rows &r)
{
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		int head = warp % GROUPS * 16 + lane / 4 + h * 8;
		float sum = r.sum[h] + __shfl_xor_sync(~0u, r.sum[h], 1);

		sum += __shfl_xor_sync(~0u, sum, 2);
		if (lane % 4)
			continue;
		m.sum[warp / GROUPS][head] = sum;
		if (warp < GROUPS)
			m.offset[head] = r.offset[h];
	}
}

/* Two numbers of a head from `column` on go to its output or, if others have tokens of
 * it too, its part. */
static __device__ void store_two(uint16_t *o, part *parts, const memory &m, int head,
				 int column, float a, float b)
{
	float sum = m.sum[0][head] + m.sum[1][head];

	if (parts)
		*(float2 *)&parts[head].o[column] = { a, b };
	else
		*(uint32_t *)&o[head * LATENT + column] = pack(a / sum, b / sum);
	if (parts && column == 0) {
		parts[head].offset = m.offset[head];
		parts[head].sum = sum;
	}
}

#endif
