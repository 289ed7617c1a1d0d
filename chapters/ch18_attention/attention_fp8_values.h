/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_values.h - values turned once, for all tiles of queries: wgmma adds up
 * bytes along the rows of both operands, and values come with their keys for rows.
 *
 * Of each 16 keys, key 8 (e / 2) + 2 q + e % 2 goes to place 4 q + e: the order in
 * which attention_fp8_rows.h packs weights.  Keys behind the end are zeros.
 */
#ifndef ATTENTION_FP8_VALUES_H
#define ATTENTION_FP8_VALUES_H

#include <aisp/cuda.h>

#define TURN_SIDE    128 /* keys and numbers of a tile */
#define TURN_WORDS   (TURN_SIDE / 4)
#define TURN_THREADS 256

static __host__ __device__ int key_at(int place)
{
	return place / 16 * 16 + place % 4 / 2 * 8 + place % 16 / 4 * 2 + place % 2;
}

/* Byte b of word k becomes byte k of word b. */
static __device__ void turn_bytes(uint32_t (&w)[4])
{
	uint32_t low01 = __byte_perm(w[0], w[1], 0x5140);
	uint32_t high01 = __byte_perm(w[0], w[1], 0x7362);
	uint32_t low23 = __byte_perm(w[2], w[3], 0x5140);
	uint32_t high23 = __byte_perm(w[2], w[3], 0x7362);

	w[0] = __byte_perm(low01, low23, 0x5410);
	w[1] = __byte_perm(low01, low23, 0x7632);
	w[2] = __byte_perm(high01, high23, 0x5410);
	w[3] = __byte_perm(high01, high23, 0x7632);
}

/* A tile of 128 keys of head blockIdx.y; rows of `turned` have `padded` places. */
static __global__ void __launch_bounds__(TURN_THREADS)
	turn_values(uint8_t *restrict turned, const uint8_t *restrict v, int seq,
		    int padded)
{
	__shared__ uint32_t tile[TURN_SIDE][TURN_WORDS + 1];
	int first = blockIdx.x * TURN_SIDE;

	v += ((int64_t)blockIdx.y * seq + first) * TURN_SIDE;
	turned += (int64_t)blockIdx.y * TURN_SIDE * padded + first;
	for (int i = threadIdx.x; i < TURN_SIDE * TURN_WORDS / 4; i += TURN_THREADS) {
		int key = i / (TURN_WORDS / 4), word = i % (TURN_WORDS / 4) * 4;
		uint4 x = { 0, 0, 0, 0 };

		if (first + key < seq)
			x = ((const uint4 *)v)[i];
		tile[key][word] = x.x;
		tile[key][word + 1] = x.y;
		tile[key][word + 2] = x.z;
		tile[key][word + 3] = x.w;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < TURN_WORDS * TURN_WORDS; i += TURN_THREADS) {
		int place = i % TURN_WORDS * 4, word = i / TURN_WORDS;
		uint32_t w[4];

		for (int k = 0; k < 4; k++)
			w[k] = tile[key_at(place + k)][word];
		turn_bytes(w);
		for (int k = 0; k < 4; k++)
			*(uint32_t *)(turned + (int64_t)(word * 4 + k) * padded +
				      place) = w[k];
	}
}

#endif
