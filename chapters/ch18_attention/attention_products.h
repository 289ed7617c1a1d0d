/* SPDX-License-Identifier: MIT
 *
 * attention_products.h - what the groups of a block of attention do with the tiles of
 * attention_roles.h: products, turns, stores.
 */
#ifndef ATTENTION_PRODUCTS_H
#define ATTENTION_PRODUCTS_H

#include "attention_roles.h"
#include "wgmma.h"

/* Groups issue their products one after the other, in turn. */
template <int DIM> static __device__ void take_turn(int group)
{
	named_sync(1 + group, 2 * GROUP);
}

template <int DIM> static __device__ void pass_turn(int group)
{
	if (groups_of<DIM> == 2)
		named_arrive(2 - group, 2 * GROUP);
	else
		named_arrive(group == groups_of<DIM> - 1 ? 1 : 2 + group, 2 * GROUP);
}

/* Scores of 64 queries with a tile of keys. */
template <int DIM>
static __device__ void score(float (&s)[KEYS / 2], const tiles<DIM> &t, int group,
			     int stage)
{
#pragma unroll
	for (int i = 0; i < DIM / 16; i++)
		aisp_wgmma<AISP_WGMMA_BF16, 128>(
			s, aisp_descriptor(t.q[i / 4][group * 64]) + i % 4 * 2,
			aisp_descriptor(t.k[stage][i / 4]) + i % 4 * 2, i > 0);
	aisp_wgmma_end();
}

/* The weights' sums of values, added to o if is_more. */
template <int DIM>
static __device__ void weigh(float (&o)[DIM / 2], const uint32_t (&w)[KEYS / 4],
			     const tiles<DIM> &t, int stage, int is_more)
{
#pragma unroll
	for (int i = 0; i < KEYS / 16; i++)
		multiply(o, &w[4 * i],
			 descriptor_across(t.v[stage][0], KEYS * CHUNK * 2) + i * 128,
			 is_more || i > 0);
	aisp_wgmma_end();
}

/* One thread of each warp reports that the warp's part of the products is done. */
static __device__ void release(uint64_t *empty)
{
	if (threadIdx.x % 32 == 0)
		barrier_arrive(empty);
}

template <int DIM> static __device__ int row_of(const place &at, int group)
{
	return at.q * queries_of<DIM> + group * 64;
}

/* Stores o / sum to shared memory, and from there to the tensor, whose end clips it. */
template <int DIM, class PLACE, class TILES>
static __device__ void store_rows(float (&o)[DIM / 2], rows &r, TILES &t,
				  const CUtensorMap *map, int group, const PLACE &at)
{
	int lane = threadIdx.x % 32, row = threadIdx.x % GROUP / 32 * 16 + lane % 16;

	finish(r);
	if (threadIdx.x % GROUP == 0)
		stores_read();
	named_sync(1 + groups_of<DIM> + group, GROUP);
#pragma unroll
	for (int i = 0; i < DIM / 2; i += 8) {
		int chunk = i / 4 + lane / 16; /* of 16 bytes */

		store_matrices(&t.o[group][chunk / 8][row][(chunk % 8 ^ row % 8) * 8],
			       pack(o[i] * r.sum[0], o[i + 1] * r.sum[0]),
			       pack(o[i + 2] * r.sum[1], o[i + 3] * r.sum[1]),
			       pack(o[i + 4] * r.sum[0], o[i + 5] * r.sum[0]),
			       pack(o[i + 6] * r.sum[1], o[i + 7] * r.sum[1]));
	}
	fence_async();
	named_sync(1 + groups_of<DIM> + group, GROUP);
	if (threadIdx.x % GROUP == 0)
		for (int c = 0; c < DIM / CHUNK; c++)
			store_box(map, t.o[group][c], c * CHUNK, row_of<DIM>(at, group),
				  at.head);
}

/* A group that multiplies calls work(tile) for each tile that deal_tiles() brought. */
template <int DIM, class Tiles, class Work>
static __device__ void take_tiles(Tiles &t, int group, const Work &work)
{
	unsigned q_parity = 0;

	/* The first group begins. */
	if (group == groups_of<DIM> - 1)
		named_arrive(1, 2 * GROUP);
	for (;;) {
		int tile = 0;

		aisp_barrier_wait(&t.q_full, q_parity);
		q_parity ^= 1;
		if (threadIdx.x % 32 == 0) /* as only this lane says that it has */
			tile = t.tile;
		tile = __shfl_sync(~0u, tile, 0);
		if (tile < 0)
			break;
		work(tile);
	}
	if (group == 0)
		named_sync(1, 2 * GROUP);
	if (threadIdx.x % GROUP == 0)
		stores_done();
}

/* One thread calls it; there are N stages of keys and of values. */
template <int DIM, int N, class Tiles> static __device__ void start_barriers(Tiles &t)
{
	barrier_init(&t.q_full, 1);
	barrier_init(&t.q_empty, 4 * groups_of<DIM>);
	for (int i = 0; i < N; i++) {
		barrier_init(&t.k_full[i], 1);
		barrier_init(&t.v_full[i], 1);
		barrier_init(&t.k_empty[i], 4 * groups_of<DIM>);
		barrier_init(&t.v_empty[i], 4 * groups_of<DIM>);
	}
	barriers_ready();
}

#endif
