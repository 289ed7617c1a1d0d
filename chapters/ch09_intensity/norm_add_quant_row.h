/* SPDX-License-Identifier: MIT
 *
 * norm_add_quant_row.h - a row of norm_add_quant in the registers of a block.
 */
#ifndef NORM_ADD_QUANT_ROW_H
#define NORM_ADD_QUANT_ROW_H

#include <cuda_fp8.h>

#include "bf16_row.h"

/* The larger absolute value of each half, whose bits are in the order of their
 * numbers. */
static __device__ uint32_t larger2(uint32_t a, uint32_t b)
{
	return __vmaxu2(a & 0x7fff7fff, b & 0x7fff7fff);
}

/* A word of two bf16 to two codes, the first in the lower byte; no further than 448. */
static __device__ uint32_t codes_of(uint32_t word, float inverse)
{
	return __nv_cvt_float2_to_fp8x2(
		float2{ low(word) * inverse, high(word) * inverse }, __NV_SATFINITE,
		__NV_E4M3);
}

/* r becomes y; the largest |y|, in all threads. */
static __device__ float norm_row(row *r, const row &gain, int cols)
{
	uint32_t most = 0;
	float s = 0;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		s += low(r->word[k]) * low(r->word[k]) +
		     high(r->word[k]) * high(r->word[k]);
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++) {
		r->word[k] = pack(low(r->word[k]) * s * low(gain.word[k]),
				  high(r->word[k]) * s * high(gain.word[k]));
		most = larger2(most, r->word[k]);
	}
	return block_reduce<larger, 1>(low(max(most >> 16, most & 0xffff)));
}

template <int WIDTH>
static __device__ void store_codes(uint8_t *q, const row &y, float inverse, int cols)
{
#pragma unroll
	for (int p = 0; p < PER_THREAD / WIDTH; p++) {
		int j = piece_at<WIDTH>(p);

		if (j >= cols)
			break;
		if constexpr (WIDTH == 8)
			*(uint2 *)(q + j) = uint2{
				codes_of(y.word[4 * p], inverse) |
					codes_of(y.word[4 * p + 1], inverse) << 16,
				codes_of(y.word[4 * p + 2], inverse) |
					codes_of(y.word[4 * p + 3], inverse) << 16
			};
		else
			q[j] = (uint8_t)(codes_of(y.word[p / 2], inverse) >> p % 2 * 8);
	}
}

template <int WIDTH>
static __device__ void norm_add_quant_row(uint16_t *r16, float *scale, uint8_t *q,
					  const uint16_t *x, const uint16_t *residual,
					  const uint16_t *gain, int cols)
{
	row r = load_row<WIDTH>(x, cols, 0), other = load_row<WIDTH>(residual, cols, 0);
	float by;

#pragma unroll
	for (int k = 0; k < PER_THREAD / 2; k++)
		r.word[k] = add2(r.word[k], other.word[k]);
	store_row<WIDTH>(r16, r, cols);
	by = scale_of(norm_row(&r, load_row<WIDTH>(gain, cols, 0), cols));
	if (threadIdx.x == 0)
		*scale = by;
	store_codes<WIDTH>(q, r, 1 / by, cols);
}

#endif
