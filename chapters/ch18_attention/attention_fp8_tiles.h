/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_tiles.h - what a block of attention in fp8 consists of, and the thread
 * that fetches it: the tiles of attention_roles.h in half as many bytes, values with
 * their numbers for rows, and scales.
 */
#ifndef ATTENTION_FP8_TILES_H
#define ATTENTION_FP8_TILES_H

#include "attention_products.h"

#define DIM8    128 /* numbers of a query: bytes of a row */
#define STAGES8 3

/* Ones behind a tile's values, the fewest that wgmma takes: their sums are those of
 * the weights, rounded as the values meet them, and no thread adds any up. */
#define SUM_ROWS 8

/*
 * Scores of a tile become weights 2^(score * scale + top - offset).  These have the
 * scale of the tile's values in them: their sums are to be multiplied by `back`.
 */
struct tile_power {
	float scale, value, back; /* value: log2 of the values' scale */
};

struct tiles8 {
	uint8_t q[queries_of<DIM8>][DIM8];
	uint8_t k[STAGES8][KEYS][DIM8];
	uint8_t v[STAGES8][DIM8 + SUM_ROWS][KEYS];
	uint16_t o[groups_of<DIM8>][DIM8 / CHUNK][64][CHUNK];
	uint64_t q_full, q_empty, k_full[STAGES8], k_empty[STAGES8], v_full[STAGES8],
		v_empty[STAGES8];
	struct tile_power power[STAGES8];
	int tile; /* what q holds; -1: no more */
};

/* Exponents of scales, [heads][tiles of 128 rows], 127 more than they are. */
struct scales {
	const uint8_t *q, *k, *v;
	int per_head;
};

/* All threads call it before the first product. */
static __device__ void set_sum_rows(tiles8 &t)
{
	const int words = SUM_ROWS * KEYS / 4;

	for (int i = threadIdx.x; i < STAGES8 * words; i += blockDim.x)
		((uint32_t *)t.v[i / words][DIM8])[i % words] = 0x38383838;
	fence_async();
}

static __device__ float of_exponent(int e)
{
	return __int_as_float((e + 127) << 23);
}

static __device__ tile_power power_of(const shape &s, const scales &x, int head, int q,
				      int key)
{
	int first = head * x.per_head, v = x.v[first + key] - 127;
	int e = x.q[first + q] + x.k[first + key] - 2 * 127;

	return { s.power.scale * of_exponent(e), (float)v, of_exponent(-v) };
}

static __device__ void load_bytes(void *to, const CUtensorMap *map, int x, int y, int z,
				  uint64_t *full)
{
	aisp_barrier_expect(full, KEYS * DIM8);
	load_box(to, map, x, y, z, full);
}

static __device__ void produce_keys(tiles8 &t, ring &r, const CUtensorMap *k,
				    const CUtensorMap *v, const shape &s,
				    const scales &x, const place &at)
{
	for (int j = key_tiles<DIM8>(s, at.q) - 1; j >= 0; j--) {
		tile_power power = power_of(s, x, at.head, at.q, j);

		aisp_barrier_wait(&t.k_empty[r.stage], r.parity ^ 1);
		t.power[r.stage] = power;
		load_bytes(t.k[r.stage], k, 0, j * KEYS, at.head, &t.k_full[r.stage]);
		aisp_barrier_wait(&t.v_empty[r.stage], r.parity ^ 1);
		load_bytes(t.v[r.stage], v, j * KEYS, 0, at.head, &t.v_full[r.stage]);
		ring_next<STAGES8>(r);
	}
}

static __device__ void produce(tiles8 &t, const CUtensorMap *q, const CUtensorMap *k,
			       const CUtensorMap *v, const shape &s, const scales &x)
{
	ring r = { 0, 0 };

	deal_tiles(t, s.heads * s.q_tiles, [&](int tile) {
		place at = place_of(s, tile);

		load_bytes(t.q, q, 0, at.q * queries_of<DIM8>, at.head, &t.q_full);
		produce_keys(t, r, k, v, s, x, at);
	});
}

#endif
