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

/* Factors of a tile's weights: of the sums before, and of the weights' own sum, so that
 * it does not include the values' scales. */
struct factors {
	float by[2], back;
};

/* The largest of one row's scores.  Integers are compared three at a time; their order
 * is that of floats if one is not negative, as nearly always. */
static __device__ float largest(const float (&s)[KEYS / 2], int h)
{
	int most = INT_MIN;
	float max = -INFINITY;

#pragma unroll
	for (int i = 2 * h; i < KEYS / 2; i += 4)
		most = __vimax3_s32(most, __float_as_int(s[i]),
				    __float_as_int(s[i + 1]));
	if (__all_sync(~0u, most >= 0))
		return __int_as_float(most);
#pragma unroll
	for (int i = 2 * h; i < KEYS / 2; i += 4)
		max = fmaxf(max, fmaxf(s[i], s[i + 1]));
	return max;
}

/* Turns scores into weights; the largest is 2^TOP when it meets the values. */
static __device__ void take_weights(float (&s)[KEYS / 2], rows &r, factors &x,
				    const tile_power &p)
{
	x.back = p.back;
#pragma unroll
	for (int h = 0; h < 2; h++) {
		float max = largest(s, h), base, offset;

		max = fmaxf(max, __shfl_xor_sync(~0u, max, 1));
		max = fmaxf(max, __shfl_xor_sync(~0u, max, 2));
		offset = fmaxf(r.offset[h], fmaf(max, p.scale, p.value));
		x.by[h] = power_of_two(r.offset[h] - offset);
		r.offset[h] = offset;
		base = p.value - offset + TOP;
#pragma unroll
		for (int i = 2 * h; i < KEYS / 2; i += 4) {
			s[i] = power_of_two(fmaf(s[i], p.scale, base));
			s[i + 1] = power_of_two(fmaf(s[i + 1], p.scale, base));
		}
	}
}

/* Rounds to e4m3, to nearest even; a is the lowest byte. */
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

#define N_PARTS ((DIM8 + SUM_ROWS) / 2) /* a thread's sums; the last 4: of weights */

/* d = a b or, if is_more, d += a b: 32 of the sum, a in registers. */
static __device__ void multiply_bytes(float (&d)[N_PARTS], const uint32_t *a,
				      uint64_t b, int is_more)
{
	asm volatile(
		"{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %73, 0;\n\t"
		"wgmma.mma_async.sync.aligned.m64n136k32.f32.e4m3.e4m3 {" P60 P(6, 0)
			P(6, 1) P(6, 2) P(6, 3) P(6, 4) P(6, 5)
				P(6, 6) "%67}, {%68, %69, %70, %71}, %72, p, 1, 1;\n\t}"
		: D64, D4(64)
		: "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(is_more));
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

/* The sums of a tile's values, and of its weights. */
static __device__ void weigh(float (&part)[N_PARTS], const uint32_t (&w)[KEYS / 8],
			     const tiles8 &t, int stage)
{
#pragma unroll
	for (int i = 0; i < KEYS / 32; i++)
		multiply_bytes(part, &w[4 * i], aisp_descriptor(t.v[stage]) + i * 2,
			       i > 0);
	aisp_wgmma_end();
}

/* Tensor cores keep 14 bits of their sums, so that these end with the tile. */
static __device__ void add_part(float (&o)[DIM8 / 2], rows &r,
				const float (&part)[N_PARTS], const factors &x)
{
#pragma unroll
	for (int i = 0; i < DIM8 / 2; i++)
		o[i] = fmaf(o[i], x.by[i % 4 / 2], part[i]);
#pragma unroll
	for (int h = 0; h < 2; h++)
		r.sum[h] = fmaf(r.sum[h], x.by[h], part[DIM8 / 2 + 2 * h] * x.back);
}

/* Each of a row's four threads has the sum of all its weights. */
static __device__ void quarter(rows &r)
{
	r.sum[0] *= 0.25f;
	r.sum[1] *= 0.25f;
}

#endif
