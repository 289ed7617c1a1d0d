/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_roles.h - what a block of the backward pass by warpgroups consists of:
 * tiles, the thread that fetches them, and the two that add tiles of dq to memory.
 */
#ifndef ATTENTION_BWD_ROLES_H
#define ATTENTION_BWD_ROLES_H

#include "attention_bwd_place.h"
#include "attention_maps.h"

#define GROUP  128 /* threads of a warpgroup */
#define GROUPS 2   /* that multiply; each has half of the block's keys */
#define STAGES 2

template <int DIM> struct tiles {
	uint16_t k[DIM / CHUNK][KEYS][CHUNK];
	uint16_t v[DIM / CHUNK][KEYS][CHUNK];
	uint16_t q[STAGES][DIM / CHUNK][queries_of<DIM>][CHUNK];
	uint16_t of[STAGES][DIM / CHUNK][queries_of<DIM>][CHUNK];
	uint16_t ds[STAGES][GROUPS][queries_of<DIM>][CHUNK]; /* a group's keys a row */
	float dq[GROUPS][TILE_ELEMS];
	float lse[STAGES][queries_of<DIM>], d[STAGES][queries_of<DIM>];
	uint64_t k_full, v_full, q_full[STAGES], q_empty[STAGES], of_full[STAGES],
		of_empty[STAGES], ds_full[STAGES], ds_empty[STAGES], dq_full[GROUPS][2],
		dq_empty[GROUPS]; /* dq_full: of every other tile */
	int number;               /* of the block, in the order in which blocks begin */
};

/* One thread of each warp calls it after the warp has read or written its part. */
static __device__ void arrive(uint64_t *bar)
{
	__syncwarp();
	if (threadIdx.x % 32 == 0)
		barrier_arrive(bar);
}

/* Copies `bytes` of memory, a multiple of 16, to shared memory. */
static __device__ inline void load_bytes(void *to, const void *from, unsigned bytes,
					 uint64_t *bar)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
		     " [%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
		     "l"(from), "r"(bytes), "r"(shared_address(bar))
		     : "memory");
}

template <int DIM, int ROWS>
static __device__ void load_tile(uint16_t (*to)[ROWS][CHUNK], const CUtensorMap *map,
				 int row, int head, uint64_t *full)
{
	for (int c = 0; c < DIM / CHUNK; c++)
		load_box(to[c], map, c * CHUNK, row, head, full);
}

/* Tensors as the copies see them: rows of KEYS, of queries_of, and of 64 to store. */
struct maps {
	CUtensorMap q, k, v, of, dk, dv;
};

template <int DIM>
static __device__ void produce(tiles<DIM> &t, const maps &m, const sums_of &s,
			       const place &at)
{
	const int n_queries = queries_of<DIM>, bytes = n_queries * (DIM * 2 + 4);
	ring r = { 0, 0 };

	aisp_barrier_expect(&t.k_full, KEYS * DIM * 2);
	load_tile<DIM>(t.k, &m.k, at.n * KEYS, at.head, &t.k_full);
	for (int i = 0; i < at.n_tiles; i++) {
		int row = query_tile(at, i) * n_queries;
		const float *lse = s.lse + (int64_t)at.head * s.padded + row;
		const float *d = s.d + (int64_t)at.head * s.padded + row;

		aisp_barrier_wait(&t.q_empty[r.stage], r.parity ^ 1);
		aisp_barrier_expect(&t.q_full[r.stage], bytes);
		load_tile<DIM>(t.q[r.stage], &m.q, row, at.head, &t.q_full[r.stage]);
		load_bytes(t.lse[r.stage], lse, n_queries * 4, &t.q_full[r.stage]);
		if (i == 0) {
			aisp_barrier_expect(&t.v_full, KEYS * DIM * 2);
			load_tile<DIM>(t.v, &m.v, at.n * KEYS, at.head, &t.v_full);
		}
		aisp_barrier_wait(&t.of_empty[r.stage], r.parity ^ 1);
		aisp_barrier_expect(&t.of_full[r.stage], bytes);
		load_tile<DIM>(t.of[r.stage], &m.of, row, at.head, &t.of_full[r.stage]);
		load_bytes(t.d[r.stage], d, n_queries * 4, &t.of_full[r.stage]);
		ring_next<STAGES>(r);
	}
}

/* Adds a tile in shared memory to one in memory. */
static __device__ inline void add_tile(float *to, const float *from)
{
	asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 "
		     "[%0], [%1], %2;\n\t"
		     "cp.async.bulk.commit_group;" ::"l"(to),
		     "r"(shared_address(from)), "r"(TILE_ELEMS * 4)
		     : "memory");
}

static __device__ inline void fence_async_all(void)
{
	asm volatile("fence.proxy.async;" ::: "memory");
}

static __device__ inline void wait_for_turn(const unsigned *turn, unsigned mine)
{
	unsigned now;

	do
		asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
			     : "=r"(now)
			     : "l"(turn)
			     : "memory");
	while (now != mine);
	fence_async_all();
}

static __device__ inline void pass_turn(unsigned *turn, unsigned to)
{
	fence_async_all();
	asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(turn), "r"(to)
		     : "memory");
}

/* Adds one group's dq of each tile when the group hands over the next one; the first
 * hand-over has no dq. */
template <int DIM>
static __device__ void add_sums(tiles<DIM> &t, const sums_of &s, const place &at,
				int group)
{
	for (int k = 0; k <= at.n_tiles; k++) {
		int m = k ? query_tile(at, k - 1) : 0;
		int64_t tile = tile_of<DIM>(s, at.head, m, group);

		aisp_barrier_wait(&t.dq_full[group][k % 2], k / 2 % 2);
		if (k)
			add_tile(s.dq + tile * TILE_ELEMS, t.dq[group]);
		stores_read();
		barrier_arrive(&t.dq_empty[group]);
	}
	stores_done();
}

/* Adds both groups' dq of every other tile in order: while an addition becomes visible
 * and its turn is passed on, another thread works on the next tile. */
template <int DIM>
static __device__ void add_in_turn(tiles<DIM> &t, const sums_of &s, const place &at,
				   int first)
{
	for (int k = first; k <= at.n_tiles; k += 2) {
		int m = k ? query_tile(at, k - 1) : 0;
		int64_t tile = tile_of<DIM>(s, at.head, m, 0);
		unsigned mine = (unsigned)turn_of<DIM>(at, m);

		if (k)
			wait_for_turn(&s.turn[tile], mine);
		for (int g = 0; g < GROUPS; g++) {
			aisp_barrier_wait(&t.dq_full[g][first], k / 2 % 2);
			if (k)
				add_tile(s.dq + (tile + g) * TILE_ELEMS, t.dq[g]);
		}
		stores_read();
		for (int g = 0; g < GROUPS; g++)
			barrier_arrive(&t.dq_empty[g]);
		stores_done();
		if (k)
			pass_turn(&s.turn[tile], mine + 1);
	}
}

#endif
