/* SPDX-License-Identifier: MIT
 *
 * decode_rows.h - steps on one row of HEAD_DIM numbers of a query, key or value.
 */
#ifndef DECODE_ROWS_H
#define DECODE_ROWS_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* 1/sqrt(HEAD_DIM) log2(e): scores as powers of two. */
#define DECODE_SCALE (0x1.715476p+0f / sqrtf(HEAD_DIM))

/* Into the clones, which have better instructions. */
#define INLINE static inline __attribute__((always_inline))

/* n rows, times a factor. */
INLINE void widen_rows(float *restrict to, const uint16_t *restrict from, int64_t n,
		       float factor)
{
	for (int64_t i = 0; i < n * HEAD_DIM; i++)
		to[i] = factor * from_bf16(from[i]);
}

INLINE float dot_row(const float *restrict q, const float *restrict k)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int c = 0; c < HEAD_DIM; c++)
		sum += q[c] * k[c];
	return sum;
}

/* sum += w v */
INLINE void add_row(float *restrict sum, float w, const float *restrict v)
{
	for (int c = 0; c < HEAD_DIM; c++)
		sum[c] += w * v[c];
}

INLINE void finish_row(uint16_t *restrict o, const float *restrict sum, float total)
{
	for (int c = 0; c < HEAD_DIM; c++)
		o[c] = to_bf16(sum[c] / total);
}

#endif
