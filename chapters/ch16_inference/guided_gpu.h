/* SPDX-License-Identifier: MIT
 *
 * guided_gpu.h - logits of a row, of which its state's mask allows some, in vectors of
 * eight neighbours: a byte of the mask each.
 */
#ifndef GUIDED_GPU_H
#define GUIDED_GPU_H

#include <aisp/warp.h>

#include <aisp/bf16_words.h>

#define VECTOR 8
#define LOG2_E 1.44269504f

struct guided_row {
	const uint16_t *l;
	const uint8_t *mask; /* nothing behind the vocabulary is allowed */
	int64_t n, n_vectors;
	float scale; /* of exponents: to 2^x, by the temperature */
};

/* The row of the block. */
static __device__ guided_row guided_row_of(const uint16_t *logits, const int *state,
					   const uint8_t *mask, int64_t vocab,
					   int temperature)
{
	int64_t bytes = (vocab + WORD - 1) / WORD * (WORD / 8);

	return { logits + blockIdx.x * vocab, mask + state[blockIdx.x] * bytes, vocab,
		 (vocab + VECTOR - 1) / VECTOR, 1000 * LOG2_E / (float)temperature };
}

/* Vector i; zeros behind the row. */
static __device__ uint4 load_vector(const guided_row &r, int64_t i)
{
	__align__(16) uint16_t v[VECTOR];

	if (r.n % VECTOR == 0)
		return ((const uint4 *)r.l)[i];
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		v[k] = VECTOR * i + k < r.n ? r.l[VECTOR * i + k] : 0;
	return *(const uint4 *)v;
}

/* Widens logits; minus infinity for tokens that are not allowed. */
static __device__ void widen(float (&x)[VECTOR], const uint4 &v, uint32_t allowed)
{
	const uint32_t word[] = { v.x, v.y, v.z, v.w };

#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		x[k] = k % 2 ? high(word[k / 2]) : low(word[k / 2]);
		x[k] = allowed >> k & 1 ? x[k] : -INFINITY;
	}
}

static __device__ float largest_of(const float (&x)[VECTOR])
{
	float most = x[0];

#pragma unroll
	for (int k = 1; k < VECTOR; k++)
		most = fmaxf(most, x[k]);
	return most;
}

/* Turns logits into weights; returns their sum. */
static __device__ float weigh(float (&x)[VECTOR], float largest, float scale)
{
	float sum = 0;

#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		x[k] = power_of_two((x[k] - largest) * scale);
		sum += x[k];
	}
	return sum;
}

/* The first of a vector's weights at which the sum, from `sum` on, exceeds `most`, else
 * the last that is one; -1 if none is. */
static __device__ int pick(const float (&w)[VECTOR], float sum, float most)
{
	int last = -1;

#pragma unroll
	for (int k = 0; k < VECTOR; k++) {
		bool is_past = last >= 0 && sum > most;

		sum += w[k];
		last = w[k] > 0 && !is_past ? k : last;
	}
	return last;
}

#endif
