/* SPDX-License-Identifier: MIT
 *
 * cascade_fetch.h - the warp that fetches a block's tiles of the prefix out of pages,
 * a box for each slab; and queries.
 */
#ifndef CASCADE_FETCH_H
#define CASCADE_FETCH_H

#include "cascade_tile.h"

/* The row of keys where a slab of tile i begins, or 0 behind the end.  The last tile
 * comes first.  What it lacks is the last slab again, which has no weight. */
static __device__ int slab_row(const int *table, const piece &x, int i, int slab,
			       const shape &p)
{
	int tile = tiles_of(x) - 1 - i;
	int token = min(x.token + tile * KEYS + slab * SLAB, x.end - SLAB);

	if (tile < 0)
		return 0;
	return (table[token / p.page] * p.heads + x.head) * p.page + token % p.page;
}

/* Loads a slab to the same place of all PAIR blocks of the cluster. */
template <int PAIR>
static __device__ void load_slab(eight *to, const CUtensorMap *map, int row,
				 uint64_t *full)
{
	if constexpr (PAIR == 1)
		asm volatile(
			"cp.async.bulk.tensor.4d.shared::cluster.global.tile"
			".mbarrier::complete_tx::bytes "
			"[%0], [%1, {%2, %2, %2, %3}], [%4];" ::"r"(shared_address(to)),
			"l"(map), "r"(0), "r"(row / 8), "r"(shared_address(full))
			: "memory");
	else
		asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile"
			     ".mbarrier::complete_tx::bytes.multicast::cluster "
			     "[%0], [%1, {%2, %2, %2, %3}], [%4], %5;" ::"r"(
				     shared_address(to)),
			     "l"(map), "r"(0), "r"(row / 8), "r"(shared_address(full)),
			     "h"((uint16_t)((1 << PAIR) - 1))
			     : "memory");
}

static __device__ void prefetch_slab(const CUtensorMap *map, int row)
{
	asm volatile("cp.async.bulk.prefetch.tensor.4d.L2.global.tile "
		     "[%0, {%1, %1, %1, %2}];" ::"l"(map),
		     "r"(0), "r"(row / 8)
		     : "memory");
}

/* A warp fetches a tile once the stage is empty, a lane for each slab of the block. */
template <int PAIR>
static __device__ void fetch_tile(eight *to, const CUtensorMap *map, int slab, int row,
				  uint64_t *full, uint64_t *empty, unsigned parity)
{
	int lane = threadIdx.x % 32;

	aisp_barrier_wait(empty, parity ^ 1);
	if (lane == 0)
		aisp_barrier_expect(full, KEYS * HEAD_DIM * 2);
	__syncwarp();
	if (lane < KEY_SLABS / PAIR)
		load_slab<PAIR>(to + slab * SLAB / 8, map, row, full);
}

/*
 * A warp of each block of a cluster fetches all tiles of a piece.  Tile i + 2 is
 * prefetched to L2 with tile i, as shared memory has no room for it yet; the clusters
 * that read the same slabs divide them.  Tables are read a tile earlier.
 */
template <int PAIR>
static __device__ void produce(tiles &t, const boxes &b, const int *table,
			       const prefix &x, const piece &at, const shape &p)
{
	const int slabs = KEY_SLABS / PAIR;
	int n = tiles_of(at), sharers = max(1, min(x.rows / TILE / PAIR, slabs));
	int lane = threadIdx.x % 32, slab = at.tile % PAIR * slabs + lane % slabs;
	bool is_mine = lane < slabs && lane % sharers == at.tile / PAIR % sharers;
	int now = slab_row(table, at, 0, slab, p);
	int next = slab_row(table, at, 1, slab, p);
	int second = slab_row(table, at, 2, slab, p);
	ring r = { 0, 0 };

	for (int i = 0; i < n; i++, ring_next<STAGES>(r)) {
		int third = slab_row(table, at, i + 3, slab, p);

		fetch_tile<PAIR>(t.k[r.stage], &b.k, slab, now, &t.k_full[r.stage],
				 &t.k_empty[r.stage], r.parity);
		fetch_tile<PAIR>(t.v[r.stage], &b.v, slab, now, &t.v_full[r.stage],
				 &t.v_empty[r.stage], r.parity);
		if (is_mine && i + 2 < n) {
			prefetch_slab(&b.k, second);
			prefetch_slab(&b.v, second);
		}
		now = next;
		next = second;
		second = third;
	}
}

/* 16 bytes of row i of all; zeros behind the last. */
static __device__ uint4 query_chunk(const uint16_t *q, int head, int i, int chunk,
				    const shape &p)
{
	int64_t row = ((int64_t)(i / p.group) * p.heads + head) * p.group + i % p.group;

	if (i >= p.batch * p.group)
		return uint4{};
	return *(const uint4 *)(q + row * HEAD_DIM + chunk * 8);
}

/* Copies the group's rows, of all those from i on, to shared memory. */
static __device__ void copy_queries(tiles &t, const uint16_t *q, int head, int i,
				    int group, const shape &p)
{
	int chunk = threadIdx.x % (HEAD_DIM / 8), first = threadIdx.x % 128 / 16;
	uint4 x[8];

	static_assert(HEAD_DIM / 8 == 16, "128 threads copy 8 rows");
#pragma unroll
	for (int r = 0; r < 8; r++)
		x[r] = query_chunk(q, head, i + first + r * 8, chunk, p);
#pragma unroll
	for (int r = 0; r < 8; r++)
		*(uint4 *)&t
			 .q[0][0][chunk_at(group * 64 + first + r * 8, chunk, TILE)] =
			x[r];
	fence_async();
	named_sync(1 + CONSUMERS + group, 128);
}

#endif
