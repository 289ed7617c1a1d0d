/* SPDX-License-Identifier: MIT
 *
 * chunk_kernel.h - attention of a chunk: the thread that fetches a block's pieces, the
 * warpgroups of chapter 18 that work on them, and the kernel around them.
 */
#ifndef CHUNK_KERNEL_H
#define CHUNK_KERNEL_H

#include "chunk_tile.h"

static __device__ void load_queries(tiles<HEAD_DIM> &t, const CUtensorMap *q,
				    const chunk &c, const piece &x)
{
	aisp_barrier_expect(&t.q_full, 2 * c.queries * c.pack * HEAD_DIM * 2);
	for (int g = 0; g < 2; g++)
		for (int i = 0; i < HEAD_DIM / CHUNK; i++)
			load_box(t.q[i][g * 64], q, i * CHUNK,
				 (2 * x.q + g) * c.queries, x.head, &t.q_full);
}

static __device__ void fetch_keys(tiles<HEAD_DIM> &t, ring &r, const CUtensorMap *k,
				  const CUtensorMap *v, const piece &x, const place &at)
{
	for (int j = x.last; j >= x.begin; j--) {
		int row = x.origin + j * KEYS;

		aisp_barrier_wait(&t.k_empty[r.stage], r.parity ^ 1);
		load_tile<HEAD_DIM>(t.k[r.stage], k, at, row, &t.k_full[r.stage]);
		aisp_barrier_wait(&t.v_empty[r.stage], r.parity ^ 1);
		load_tile<HEAD_DIM>(t.v[r.stage], v, at, row, &t.v_full[r.stage]);
		ring_next<STAGES>(r);
	}
}

static __device__ void fetch(memory &m, const CUtensorMap *q, const CUtensorMap *k,
			     const CUtensorMap *v, const chunk &c)
{
	walk w = walk_of(c);
	unsigned turn = 0;
	ring r = { 0, 0 };

	for (piece x; next_piece(c, w, x); turn ^= 1) {
		aisp_barrier_wait(&m.t.q_empty, turn ^ 1);
		m.x[turn] = x;
		load_queries(m.t, q, c, x);
		fetch_keys(m.t, r, k, v, x, { x.head / c.group, 0 });
	}
	aisp_barrier_wait(&m.t.q_empty, turn ^ 1);
	m.x[turn].n = 0;
	barrier_arrive(&m.t.q_full);
}

/* Only lane 0 reads x, as it alone later permits x to be overwritten. */
static __device__ piece broadcast(const piece &x)
{
	const int *from = (const int *)&x;
	piece to;

#pragma unroll
	for (int i = 0; i < (int)(sizeof(x) / sizeof(int)); i++)
		((int *)&to)[i] =
			__shfl_sync(~0u, threadIdx.x % 32 == 0 ? from[i] : 0, 0);
	return to;
}

template <bool IS_SPLIT>
static __device__ void work(memory &m, const CUtensorMap *map, const chunk &c,
			    part *parts, int group)
{
	unsigned turn = 0;
	ring r = { 0, 0 };
	float o[HEAD_DIM / 2];
	rows sm;

	/* The first group begins. */
	if (group == 1)
		named_arrive(1, 2 * GROUP);
	for (;; turn ^= 1) {
		piece x;

		aisp_barrier_wait(&m.t.q_full, turn);
		x = broadcast(m.x[turn]);
		if (!x.n)
			break;
		attend<HEAD_DIM, SEEN_ALL>(o, sm, m.t, r,
					   scope{ c, x, group, c.power, {}, {} }, group,
					   place{ 0, 0 });
		x = broadcast(m.x[turn]); /* sooner, registers would run out */
		if (!IS_SPLIT || leave(o, sm, parts, c, x, group))
			store_rows<HEAD_DIM>(o, sm, m.t, map, group,
					     home{ x.head, x.q, c.queries });
	}
	if (group == 0)
		named_sync(1, 2 * GROUP);
	if (threadIdx.x % GROUP == 0)
		stores_done();
}

/* Rows that no query has are zeros. */
static __device__ void clear_queries(tiles<HEAD_DIM> &t)
{
	for (int i = threadIdx.x; i < (int)sizeof(t.q) / 16; i += threads_of<HEAD_DIM>)
		((uint4 *)t.q)[i] = {};
	fence_async();
}

static __device__ void init_barriers(tiles<HEAD_DIM> &t)
{
	barrier_init(&t.q_full, 1);
	barrier_init(&t.q_empty, 8);
	for (int i = 0; i < STAGES; i++) {
		barrier_init(&t.k_full[i], 1);
		barrier_init(&t.v_full[i], 1);
		barrier_init(&t.k_empty[i], 8);
		barrier_init(&t.v_empty[i], 8);
	}
	barriers_ready();
}

template <bool IS_SPLIT>
static __global__ void __launch_bounds__(threads_of<HEAD_DIM>, 1)
	chunk_attention(const __grid_constant__ CUtensorMap q,
			const __grid_constant__ CUtensorMap k,
			const __grid_constant__ CUtensorMap v,
			const __grid_constant__ CUtensorMap o, part *parts,
			const chunk c)
{
	extern __shared__ __align__(1024) uint8_t shared[];
	memory &m = *(memory *)shared;

	if (c.pack * c.queries < 64)
		clear_queries(m.t);
	if (threadIdx.x == 0)
		init_barriers(m.t);
	__syncthreads();
	if (threadIdx.x < GROUP) {
		aisp_leave_registers<24>();
		if (threadIdx.x == 0)
			fetch(m, &q, &k, &v, c);
	} else {
		aisp_take_registers<240>();
		work<IS_SPLIT>(m, &o, c, parts, (int)threadIdx.x / GROUP - 1);
	}
}

#endif
