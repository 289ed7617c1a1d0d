/* SPDX-License-Identifier: MIT
 *
 * cascade_own.h - the tokens of sequences' own, by single warps: a warp takes a
 * sequence's head and meets all its slabs.  Tokens are the rows of both products and
 * queries the columns, as few of these are one tile: s = k q^T, then o = v^T w.
 */
#ifndef CASCADE_OWN_H
#define CASCADE_OWN_H

#include "cascade_tile.h"
#include "softmax_columns.h"

#define COLUMNS 8 /* queries of a product; a larger group is met in two turns */

/* Eight queries from a row on, as a second operand; those from n on are zeros. */
static __device__ void load_columns(uint32_t (&q)[HEAD_DIM / 8], const uint16_t *from,
				    int row, int n)
{
	int lane = threadIdx.x % 32;

	from += ((int64_t)row + lane / 4) * HEAD_DIM + lane % 4 * 2;
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 8; i++)
		q[i] = lane / 4 < n ? *(const uint32_t *)(from + i * 8) : 0;
}

/* s: scores of token lane / 4, then of the token 8 further; two queries each. */
static __device__ void score_slab(float (&s)[4], const uint32_t (&q)[HEAD_DIM / 8],
				  const slab &t)
{
	int lane = threadIdx.x % 32;

	for (int i = 0; i < 4; i++)
		s[i] = 0;
#pragma unroll
	for (int d = 0; d < HEAD_DIM / 16; d++) {
		uint32_t a[4];

		aisp_load_matrices(
			a, t.k[0][0] + chunk_at(lane % 16, 2 * d + lane / 16, SLAB));
		multiply(s, a, q[2 * d], q[2 * d + 1]);
	}
}

static __device__ void weigh_slab(float (&o)[HEAD_DIM / 4], const float (&s)[4],
				  const slab &t)
{
	int lane = threadIdx.x % 32;
	uint32_t w[2];

	pack_columns(w, s, 0);
#pragma unroll
	for (int d = 0; d < HEAD_DIM / 16; d++) {
		uint32_t a[4];

		aisp_load_transposed(a,
				     t.v[0][0] + chunk_at(lane / 16 * 8 + lane % 8,
							  2 * d + lane / 8 % 2, SLAB));
		multiply(&o[4 * d], a, w[0], w[1]);
	}
}

/* Meets a slab of which n tokens count. */
static __device__ void meet_slab(float (&o)[HEAD_DIM / 4], rows &r,
				 const uint32_t (&q)[HEAD_DIM / 8], const slab &t,
				 int n, const power &p)
{
	float s[4], by[2];

	score_slab(s, q, t);
	mask_columns(s, n);
	take_column_powers(s, r, by, p);
#pragma unroll
	for (int i = 0; i < HEAD_DIM / 4; i++)
		o[i] *= by[i % 2];
	weigh_slab(o, s, t);
}

/* Stores n of the eight queries. */
static __device__ void keep_own(part *to, const float (&o)[HEAD_DIM / 4], const rows &r,
				int n)
{
	int lane = threadIdx.x % 32;

#pragma unroll
	for (int h = 0; h < 2; h++) {
		int query = lane % 4 * 2 + h;
		float sum = column_sum(r.sum[h]);

		if (query >= n)
			continue;
		*(float2 *)&to[query].offset = { r.offset[h], sum };
#pragma unroll
		for (int i = h; i < HEAD_DIM / 4; i += 2)
			to[query].o[i / 2 * 8 + lane / 4] = o[i];
	}
}

/* A warp's slabs of one sequence and head; its ring is empty before and after. */
struct own_ring {
	slab *stages;
	uint64_t *full;
	ring at, to;
};

static __device__ void meet_range(float (&o)[HEAD_DIM / 4], rows &r, own_ring &t,
				  const uint32_t (&q)[HEAD_DIM / 8], const range &x,
				  const boxes &b, const shape &p)
{
	int n = (x.end - x.token + SLAB - 1) / SLAB, next = 0, pages = 0;

	for (int i = 0; i < n; i++) {
#pragma unroll 1
		for (; next < n && next < i + RING; next++) {
			int token = x.token + next * SLAB;
			int mine = (token + (int)threadIdx.x % 32 * SLAB) / p.page;

			if (next % 32 == 0)
				pages = mine < p.pages ? x.table[mine] : 0;
			int page = __shfl_sync(~0u, pages, next % 32);

			fetch(t.stages[t.to.stage], &b.own_k, &b.own_v,
			      (page * p.heads + x.head) * p.page + token % p.page,
			      &t.full[t.to.stage]);
			ring_next<RING>(t.to);
		}
		aisp_barrier_wait(&t.full[t.at.stage], t.at.parity);
		meet_slab(o, r, q, t.stages[t.at.stage], x.end - x.token - i * SLAB,
			  p.power);
		__syncwarp(); /* the slab is read */
		ring_next<RING>(t.at);
	}
}

/* The warp's next item: a sequence, a head and eight queries of its group. */
static __device__ int take_item(tiles &t)
{
	int i = 0;

	if (threadIdx.x % 32 == 0)
		i = atomicAdd(&t.n_taken, 1);
	return __shfl_sync(~0u, i, 0) * (int)gridDim.x + (int)blockIdx.x;
}

static __device__ void meet_own(tiles &t, const uint16_t *q, const boxes &b,
				const int *table, const int *length, const prefix &x,
				int warp, const shape &p)
{
	int turns = (p.group + COLUMNS - 1) / COLUMNS, item;
	own_ring mine = { t.own[warp], t.own_full[warp], {}, {} };

	while ((item = take_item(t)) < p.batch * p.heads * turns) {
		int first = item % turns * COLUMNS, head = item / turns % p.heads;
		int sequence = item / turns / p.heads, n = p.group - first;
		int row = sequence * p.group + first;
		range own = { table + (int64_t)sequence * p.pages, head, x.tokens,
			      length[sequence] };
		uint32_t columns[HEAD_DIM / 8];
		float o[HEAD_DIM / 4] = { 0 };
		rows r = no_rows();

		load_columns(columns, q, item / turns * p.group + first, n);
		meet_range(o, r, mine, columns, own, b, p);
		keep_own(part_at(x, x.n_parts, head, row, p.heads), o, r, n);
	}
}

#endif
