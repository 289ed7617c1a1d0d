/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_rows.h - softmax_rows.h for weights of 8 bits, and their products.
 *
 * wgmma wants four numbers of a row, next to each other along the sum, in a word; the
 * product before has left a thread two columns, and two more 8 columns further.  The
 * sum may have any order as long as both operands have it: so values lie as
 * attention_fp8_values.h puts them, and weights stay with their threads.
 */
#ifndef ATTENTION_FP8_ROWS_H
#define ATTENTION_FP8_ROWS_H

#include "attention_fp8_tiles.h"

/* Of the largest weight: e4m3 goes to 448, and has its usual steps down to 2^-6. */
#define TOP 8

/*
 * Scores become weights, the largest 2^TOP as it meets the values; by[] is what that
 * does to sums before.  A sum is that of weights without the values' scales.
 */
static __device__ void take_weights(float (&s)[KEYS / 2], rows &r, float (&by)[2],
				    const tile_power &p)
{
#pragma unroll
	for (int h = 0; h < 2; h++) {
		float max = -INFINITY, base, offset, sum = 0;

#pragma unroll
		for (int i = 2 * h; i < KEYS / 2; i += 4)
			max = fmaxf(max, fmaxf(s[i], s[i + 1]));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 1));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 2));
		offset = fmaxf(r.offset[h], fmaf(max, p.scale, p.value));
		by[h] = power_of_two(r.offset[h] - offset);
		r.offset[h] = offset;
		base = p.value - offset + TOP;
#pragma unroll
		for (int i = 2 * h; i < KEYS / 2; i += 4) {
			s[i] = power_of_two(fmaf(s[i], p.scale, base));
			s[i + 1] = power_of_two(fmaf(s[i + 1], p.scale, base));
			sum += s[i] + s[i + 1];
		}
		r.sum[h] = fmaf(r.sum[h], by[h], sum * p.back);
	}
}

/* To e4m3, to nearest even; a in the lowest byte. */
static __device__ uint32_t pack_bytes(float a, float b, float c, float d)
{
	uint32_t word;

	asm("{\n\t.reg .b16 lo, hi;\n\t"
	    "cvt.rn.satfinite.e4m3x2.f32 lo, %2, %1;\n\t"
	    "cvt.rn.satfinite.e4m3x2.f32 hi, %4, %3;\n\t"
	    "mov.b32 %0, {lo, hi};\n\t}"
	    : "=r"(word)
	    : "f"(a), "f"(b), "f"(c), "f"(d));
	return word;
}

/* Four words for each 32 keys: 16 of the upper row, of the lower, 16 more of each. */
static __device__ void pack_weights(uint32_t (&w)[KEYS / 8], const float (&s)[KEYS / 2])
{
#pragma unroll
	for (int i = 0; i < KEYS / 8; i++) {
		int at = i / 2 * 8 + i % 2 * 2;

		w[i] = pack_bytes(s[at], s[at + 1], s[at + 4], s[at + 5]);
	}
}

/* d = a b or, if is_more, d += a b: 32 of the sum, a in registers. */
static __device__ void multiply_bytes(float (&d)[64], const uint32_t *a, uint64_t b,
				      int is_more)
{
	asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %69, 0;\n\t"
		     "wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e4m3 {" P64
		     "}, {%64, %65, %66, %67}, %68, p, 1, 1;\n\t}"
		     : D64
		     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b),
		       "r"(is_more));
}

/* Scores of 64 queries with a tile of keys. */
static __device__ void score(float (&s)[KEYS / 2], const tiles8 &t, int group,
			     int stage)
{
#pragma unroll
	for (int i = 0; i < DIM8 / 32; i++)
		aisp_wgmma<AISP_WGMMA_E4M3, 128>(
			s, aisp_descriptor(t.q[group * 64]) + i * 2,
			aisp_descriptor(t.k[stage]) + i * 2, i > 0);
	aisp_wgmma_end();
}

/* The sums of a tile's values. */
static __device__ void weigh(float (&part)[DIM8 / 2], const uint32_t (&w)[KEYS / 8],
			     const tiles8 &t, int stage)
{
#pragma unroll
	for (int i = 0; i < KEYS / 32; i++)
		multiply_bytes(part, &w[4 * i], aisp_descriptor(t.v[stage]) + i * 2,
			       i > 0);
	aisp_wgmma_end();
}

/* Tensor cores keep 14 bits of their sums, so that these end with the tile. */
static __device__ void add_part(float (&o)[DIM8 / 2], const float (&part)[DIM8 / 2],
				const float (&by)[2])
{
#pragma unroll
	for (int i = 0; i < DIM8 / 2; i++)
		o[i] = fmaf(o[i], by[i % 4 / 2], part[i]);
}

#endif
