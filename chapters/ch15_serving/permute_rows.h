/* SPDX-License-Identifier: MIT
 *
 * permute_rows.h - the rows of a block's tokens, which the bulk-copy engine fetches
 * into slots of shared memory and writes from there to all their places, as one thread
 * orders it.
 */
#ifndef PERMUTE_ROWS_H
#define PERMUTE_ROWS_H

#include <aisp/hopper.h>

#include "permute_places.h"

#define VECTOR     8    /* elements: 16 bytes, the engine's unit */
#define PIECE      4096 /* elements of a slot; a row is one piece or several */
#define MOST_SLOTS WARPS
#define BEHIND     2 /* pieces that are still written when a slot is filled anew */

struct courier {
	const struct order &o;
	uint16_t *slot; /* [n_slots][PIECE] */
	uint64_t *full; /* of each slot */
	int64_t width;
	int n_slots, n_tokens, per_row, n_pieces;
};

/* `room` bytes begin with the counts and first places; slots are what is left. */
static __device__ struct courier courier_of(const struct order &o,
					    unsigned char *memory, uint64_t *full,
					    int64_t width, int room)
{
	int used = (4 * (o.waves + 2) * o.experts + 127) / 128 * 128;
	int n_slots = min(MOST_SLOTS, (room - used) / (2 * PIECE));
	int n_tokens = tokens_of_block(o), per_row = (int)((width + PIECE - 1) / PIECE);

	return { o,       (uint16_t *)(memory + used), full, width, n_slots, n_tokens,
		 per_row, n_tokens * per_row };
}

static __device__ uint32_t piece_bytes(const struct courier &c, int64_t from)
{
	return (uint32_t)(2 * min((int64_t)PIECE, c.width - from));
}

static __device__ void fetch(const struct courier &c, const uint16_t *x, int piece)
{
	int64_t from = (int64_t)(piece % c.per_row) * PIECE;
	int64_t token = token_of(c.o, piece / c.per_row);
	int slot = piece % c.n_slots;

	aisp_barrier_expect(c.full + slot, piece_bytes(c, from));
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, c.slot + slot * PIECE,
			   x + token * c.width + from, piece_bytes(c, from),
			   c.full + slot);
}

/* One thread for each slot calls it. */
static __device__ void fetch_first(const struct courier &c, const uint16_t *x, int slot)
{
	if (c.width % VECTOR != 0 || slot >= min(c.n_slots, c.n_pieces))
		return;
	ptx::mbarrier_init(c.full + slot, 1);
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	fetch(c, x, slot);
}

static __device__ void send(const struct courier &c, uint16_t *y, const int *back,
			    int piece)
{
	int64_t from = (int64_t)(piece % c.per_row) * PIECE;
	const uint16_t *slot = c.slot + piece % c.n_slots * PIECE;
	uint32_t bytes = piece_bytes(c, from);

	for (int j = 0; j < c.o.k; j++) {
		int64_t place = place_of(c.o, back, piece / c.per_row, j);

		ptx::cp_async_bulk(ptx::space_global, ptx::space_shared,
				   y + place * c.width + from, slot, bytes);
	}
	ptx::cp_async_bulk_commit_group();
}

/* One thread calls it. */
static __device__ void send_rows(const struct courier &c, uint16_t *y, const int *back,
				 const uint16_t *x)
{
	for (int i = 0; i < c.n_pieces; i++) {
		int next = i - BEHIND + c.n_slots;

		aisp_barrier_wait(c.full + i % c.n_slots, i / c.n_slots & 1);
		send(c, y, back, i);
		if (i < BEHIND || next >= c.n_pieces)
			continue;
		ptx::cp_async_bulk_wait_group_read(ptx::n32_t<BEHIND>());
		fetch(c, x, next);
	}
	ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

/* Rows that are no multiple of the engine's unit: a warp for each, by all threads. */
static __device__ void copy_rows(const struct courier &c, uint16_t *y, const int *back,
				 const uint16_t *x)
{
	int k = c.o.k;

	for (int r = (int)threadIdx.x / 32; r < c.n_tokens * k; r += WARPS) {
		int64_t place = place_of(c.o, back, r / k, r % k);
		const uint16_t *from = x + token_of(c.o, r / k) * c.width;

		for (int64_t i = threadIdx.x % 32; i < c.width; i += 32)
			y[place * c.width + i] = from[i];
	}
}

#endif
