/* SPDX-License-Identifier: MIT
 *
 * decode_grouped.h - a part of a sequence, all queries of a group together: the
 * group is one operand of a matrix product, so keys and values are read once.  Each
 * warp has a ring of its own of slabs of 16 tokens, which tensor copies fill.  Shared
 * by the steps, which differ in how many parts a sequence has.
 */
#ifndef DECODE_GROUPED_H
#define DECODE_GROUPED_H

#include "attention_maps.h"
#include "mma.h"
#include "softmax_rows.h"

#define WARPS   4
#define STAGES  3
#define THREADS (32 * WARPS)
#define SLAB    16 /* tokens */
#define ROWS    16 /* of the matrix product; those from `group` on are zeros */

struct shape {
	int heads, group, page, pages; /* pages of a sequence */
	int part, n_parts; /* tokens of a part; parts of the longest sequence */
	power power;
};

struct slab {
	uint16_t k[HEAD_DIM / CHUNK][SLAB][CHUNK], v[HEAD_DIM / CHUNK][SLAB][CHUNK];
};

/* Sums of a part of a row: weights are relative to 2^offset. */
struct part {
	float o[HEAD_DIM], offset, sum;
};

union memory {
	slab ring[WARPS][STAGES];
	part parts[WARPS][ROWS];
};

/* The table's entries for the next 32 slabs of this warp, one to a lane. */
static __device__ int page_of(const int *table, int token, int end, const shape &p)
{
	token += threadIdx.x % 32 * WARPS * SLAB;
	return token < end ? table[token / p.page] : 0;
}

static __device__ void fetch(slab &to, const CUtensorMap *k, const CUtensorMap *v,
			     int page, int token, const shape &p, uint64_t *full)
{
	int row = (page * p.heads + (int)blockIdx.y) * p.page + token % p.page;

	if (threadIdx.x % 32)
		return;
	barrier_expect(full, sizeof(slab));
	load_box(to.k, k, 0, row, 0, full);
	load_box(to.v, v, 0, row, 0, full);
}

/* Rows of the group's queries; zeros from `group` on. */
static __device__ void load_queries(uint32_t (&q)[HEAD_DIM / 4], const uint16_t *first,
				    int group)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int i = 0; i < HEAD_DIM / 4; i++) {
		int r = lane / 4 + i % 2 * 8;
		int c = i / 4 * 16 + i % 4 / 2 * 8 + lane % 4 * 2;

		q[i] = r < group ? *(const uint32_t *)(first + r * HEAD_DIM + c) : 0;
	}
}

static __device__ void attend(float (&o)[HEAD_DIM / 2], rows &r,
			      const uint32_t (&q)[HEAD_DIM / 4], const slab &t,
			      int token, int end, const shape &p)
{
	float s[SLAB / 2], by[2];
	uint32_t w[SLAB / 4];

	score<HEAD_DIM>(s, q, t.k[0][0]);
	if (token + SLAB > end)
		mask(s, 0, token, end, 0);
	take_powers(s, r, by, p.power);
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i++)
		o[i] *= by[i % 4 / 2];
	pack_weights(w, s);
	weigh<HEAD_DIM>(o, w, t.v[0][0]);
}

/* A warp's slabs of [token, end): every WARPS-th. */
static __device__ void attend_all(float (&o)[HEAD_DIM / 2], rows &r,
				  const uint32_t (&q)[HEAD_DIM / 4], slab *stages,
				  uint64_t *full, const CUtensorMap *k,
				  const CUtensorMap *v, const int *table, int token,
				  int end, const shape &p)
{
	const int step = WARPS * SLAB;
	int ahead = token, pages = page_of(table, token, end, p);
	ring at = { 0, 0 };

	for (int i = 0; i < STAGES; i++, ahead += step)
		if (ahead < end)
			fetch(stages[i], k, v, __shfl_sync(~0u, pages, i), ahead, p,
			      &full[i]);
	for (int i = STAGES; token < end; i++, token += step, ahead += step) {
		barrier_wait(&full[at.stage], at.parity);
		attend(o, r, q, stages[at.stage], token, end, p);
		__syncwarp();
		if (i % 32 == 0)
			pages = page_of(table, ahead, end, p);
		if (ahead < end)
			fetch(stages[at.stage], k, v, __shfl_sync(~0u, pages, i % 32),
			      ahead, p, &full[at.stage]);
		ring_next<STAGES>(at);
	}
}

static __device__ void keep_part(part *to, const float (&o)[HEAD_DIM / 2],
				 const rows &r)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		float sum = r.sum[h] + __shfl_xor_sync(~0u, r.sum[h], 1);

		sum += __shfl_xor_sync(~0u, sum, 2);
		to[lane / 4 + h * 8].sum = sum;
		to[lane / 4 + h * 8].offset = r.offset[h];
	}
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 2; i++)
		to[lane / 4 + i % 4 / 2 * 8].o[i / 4 * 8 + lane % 4 * 2 + i % 2] = o[i];
}

/* Element c of n parts of a row, `stride` parts apart, as if of one. */
struct element {
	float x, offset, sum;
};

static __device__ element merge(const part *parts, int n, int stride, int c)
{
	element all = { 0, -INFINITY, 0 };

	for (int i = 0; i < n; i++)
		all.offset = fmaxf(all.offset, parts[i * stride].offset);
	for (int i = 0; i < n; i++) {
		const part &p = parts[i * stride];
		float by = power_of_two(p.offset - all.offset);

		all.x += p.o[c] * by;
		all.sum += p.sum * by;
	}
	return all;
}

#endif
