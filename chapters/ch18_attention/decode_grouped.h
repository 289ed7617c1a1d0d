/* SPDX-License-Identifier: MIT
 *
 * decode_grouped.h - a part of a sequence, all queries of a group together: the
 * group is one operand of a matrix product, so keys and values are read once.  Each
 * warp has a ring of its own of slabs of 16 tokens, which tensor copies fill.  Shared
 * by the steps, which differ in what a block's part is.
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
	int batch, heads, group, page, pages; /* pages of a sequence */
	power power;
};

struct slab {
	uint16_t k[HEAD_DIM / CHUNK][SLAB][CHUNK], v[HEAD_DIM / CHUNK][SLAB][CHUNK];
};

/* Sums of a part of a row: weights are relative to 2^offset. */
struct part {
	float o[HEAD_DIM], offset, sum, unused[2];
};

union memory {
	slab ring[WARPS][STAGES];
	part parts[WARPS][ROWS];
};

/* By each warp, of its own barriers. */
static __device__ void ring_init(uint64_t *full)
{
	if (threadIdx.x % 32 == 0) {
		for (int i = 0; i < STAGES; i++)
			barrier_init(&full[i], 1);
		barriers_ready();
	}
	__syncwarp();
}

/* The table's entries for the next 32 slabs of this warp, one to a lane. */
static __device__ int page_of(const int *table, int token, int end, const shape &p)
{
	token += threadIdx.x % 32 * WARPS * SLAB;
	return token < end ? table[token / p.page] : 0;
}

static __device__ void fetch(slab &to, const CUtensorMap *k, const CUtensorMap *v,
			     int row, uint64_t *full)
{

	if (threadIdx.x % 32)
		return;
	barrier_expect(full, sizeof(slab));
	load_box(to.k, k, 0, row, 0, full);
	load_box(to.v, v, 0, row, 0, full);
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

/* What a block knows of the sequence that it is at. */
struct range {
	const int *table;
	int head, token, end; /* of keys and values; tokens [token, end) */
};

/* A warp's slabs of a range: every WARPS-th.  Its ring is empty before and after, and
 * goes on at stage `at`. */
static __device__ void attend_all(float (&o)[HEAD_DIM / 2], rows &r,
				  const uint32_t (&q)[HEAD_DIM / 4], slab *stages,
				  uint64_t *full, ring &at, const CUtensorMap *k,
				  const CUtensorMap *v, const range &x, const shape &p)
{
	const int step = WARPS * SLAB;
	int token = x.token + threadIdx.x / 32 * SLAB, next = token, n = 0, pages = 0;
	ring to = at;

	for (; token < x.end; token += step) {
		while (next < x.end && next < token + STAGES * step) {
			if (n % 32 == 0)
				pages = page_of(x.table, next, x.end, p);
			int page = __shfl_sync(~0u, pages, n++ % 32);

			fetch(stages[to.stage], k, v,
			      (page * p.heads + x.head) * p.page + next % p.page,
			      &full[to.stage]);
			ring_next<STAGES>(to);
			next += step;
		}
		barrier_wait(&full[at.stage], at.parity);
		attend(o, r, q, stages[at.stage], token, x.end, p);
		__syncwarp();
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

/* What a lane has of a row: four numbers from 4 * lane on. */
struct lane_part {
	float4 o;
	float offset, sum;
};

/* By a warp: n parts of a row, `stride` parts apart, as if of one. */
static __device__ lane_part merge(const part *parts, int n, int stride)
{
	int lane = threadIdx.x % 32;
	lane_part all = { {}, -INFINITY, 0 };

	for (int i = lane; i < n; i += 32)
		all.offset = fmaxf(all.offset, parts[i * stride].offset);
	for (int half = 16; half > 0; half /= 2)
		all.offset = fmaxf(all.offset, __shfl_xor_sync(~0u, all.offset, half));
#pragma unroll 4
	for (int i = 0; i < n; i++) {
		const part &p = parts[i * stride];
		float4 o = *(const float4 *)&p.o[4 * lane];
		float by = power_of_two(p.offset - all.offset);

		all.o.x += o.x * by;
		all.o.y += o.y * by;
		all.o.z += o.z * by;
		all.o.w += o.w * by;
		all.sum += p.sum * by;
	}
	return all;
}

static __device__ void store_part(uint16_t *o, const lane_part &p)
{
	uint2 four = { pack(p.o.x / p.sum, p.o.y / p.sum),
		       pack(p.o.z / p.sum, p.o.w / p.sum) };

	*(uint2 *)(o + threadIdx.x % 32 * 4) = four;
}

static shape shape_of(const int64_t *p)
{
	return { (int)p[BATCH], (int)p[HEADS],    (int)p[GROUP],
		 (int)p[PAGE],  (int)pages_of(p), power_of_scores(HEAD_DIM) };
}

static void teardown(void *state)
{
	free(state);
}

#endif
