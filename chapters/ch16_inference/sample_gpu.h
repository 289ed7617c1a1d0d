/* SPDX-License-Identifier: MIT
 *
 * sample_gpu.h - a block draws a token of a row whose k-th largest logit is known.
 *
 * Logits are compared by their order, a whole number of 16 bits that is larger for
 * larger logits; a vector is eight neighbours, of which the last one has blanks.
 */
#ifndef SAMPLE_GPU_H
#define SAMPLE_GPU_H

#include <aisp/warp.h>

#include "block_scan.h"
#include <aisp/bf16_words.h>

#define VECTOR   8
#define NO_LOGIT 0xffffu /* a NaN whose order is 0 */
#define LOG2_E   1.44269504f

/* The orders of both halves of a word. */
static __device__ uint32_t order2(uint32_t word)
{
	return word ^ ((word >> 15 & 0x10001) * 0xffff | 0x80008000);
}

/* The orders of vector i of a row of n logits. */
static __device__ void load_orders(uint32_t *order, const uint16_t *l, int64_t i,
				   int64_t n)
{
	__align__(16) uint16_t v[VECTOR];

	if (n % VECTOR == 0) {
		*(uint4 *)v = ((const uint4 *)l)[i];
	} else {
#pragma unroll
		for (int k = 0; k < VECTOR; k++)
			v[k] = VECTOR * i + k < n ? l[VECTOR * i + k] : NO_LOGIT;
	}
#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++) {
		uint32_t both = order2(v[2 * k] | (uint32_t)v[2 * k + 1] << 16);

		order[2 * k] = both & 0xffff;
		order[2 * k + 1] = both >> 16;
	}
}

/* What a thread draws from: its vectors [first, end) of a row. */
struct draw_part {
	const uint16_t *l, *top; /* top[i] >= all orders of vector i; or NULL */
	int64_t first, end, n;   /* n: logits of the row */
	uint32_t kth;
	float largest, scale; /* of exponents: to 2^x, by the temperature */
};

/* The first token at which the sum of weights, from `sum` on, exceeds `most`; else the
 * last that has a weight.  *sum becomes the sum up to there. */
static __device__ int walk(const struct draw_part *d, float *sum, float most)
{
	int last = -1;

	for (int64_t i = d->first; i < d->end; i++) {
		uint32_t order[VECTOR];

		if (d->top && d->top[i] < d->kth)
			continue;
		load_orders(order, d->l, i, d->n);
		for (int k = 0; k < VECTOR; k++) {
			if (order[k] < d->kth)
				continue;
			*sum += power_of_two((of_bf16_order(order[k]) - d->largest) *
					     d->scale);
			last = (int)(VECTOR * i + k);
			if (*sum > most)
				return last;
		}
	}
	return last;
}

/*
 * All N threads call it: each has a part of the row, in order; the one in whose part
 * the share u falls walks through it again.  Sums are rounded, so that two neighbours
 * may both find it in theirs, or none: the first one counts, or else the last token.
 */
template <int N = 1024>
static __device__ void draw(int *token, struct draw_part *d, float u)
{
	__shared__ int winner, last;
	int64_t vectors = (d->n + VECTOR - 1) / VECTOR, each = (vectors + N - 1) / N;
	float own = 0, before, all;
	int mine;

	d->first = min(each * threadIdx.x, vectors);
	d->end = min(d->first + each, vectors);
	if (threadIdx.x == 0)
		winner = last = -1;
	__syncthreads();
	mine = walk(d, &own, INFINITY);
	before = sum_before<N>(own, &all);
	atomicMax(&last, mine);
	if (mine >= 0 && before + own > u * all)
		atomicMax(&winner, N - (int)threadIdx.x);
	__syncthreads();
	if (winner < 0 && threadIdx.x == 0)
		*token = last;
	if (winner == N - (int)threadIdx.x)
		*token = walk(d, &before, u * all);
}

#endif
