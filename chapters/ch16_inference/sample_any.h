/* SPDX-License-Identifier: MIT
 *
 * sample_any.h - a block of THREADS, 256 at least, draws from a row of any length and
 * of any numbers, with any k.
 *
 * The row is read once.  What stays is the largest order of each vector of eight: the
 * k-th largest of these is no more than the k-th largest of all, so that few vectors
 * are looked at again.  The k-th is found by two histograms, of the upper and of the
 * lower half of an order.
 */
#ifndef SAMPLE_ANY_H
#define SAMPLE_ANY_H

#include "sample_gpu.h"

#define BINS 256

/* In shared memory: the bins, and what the search in them found. */
struct search {
	int bin[BINS];
	int found, before; /* the k-th lies in that bin, behind so many */
};

/* The block finds the bin with the k-th number, counted from the last bin. */
static __device__ void find_bin(struct search *s, int k)
{
	int lane = (int)threadIdx.x, first = BINS - 1 - BINS / 32 * lane, own = 0,
	    before;

	__syncthreads();
	if (threadIdx.x < 32) {
		for (int i = 0; i < BINS / 32; i++)
			own += s->bin[first - i];
		before = aisp_warp_scan(own) - own;
		for (int i = 0; i < BINS / 32 && before < k; i++) {
			if (before + s->bin[first - i] >= k) {
				s->found = first - i;
				s->before = before;
			}
			before += s->bin[first - i];
		}
	}
	__syncthreads();
}

static __device__ void put(struct search *s, uint32_t order, uint32_t least, int upper)
{
	if (order < least)
		return;
	if (upper < 0)
		atomicAdd(&s->bin[order >> 8], 1);
	else if ((int)(order >> 8) == upper)
		atomicAdd(&s->bin[order & 0xff], 1);
}

/* Counts vectors' largest, or the logits of those that reach `least`; with `upper` not
 * negative only those of that upper half, by their lower half. */
static __device__ void fill(struct search *s, const struct draw_part *d, bool of_all,
			    uint32_t least, int upper)
{
	__syncthreads();
	if (threadIdx.x < BINS)
		s->bin[threadIdx.x] = 0;
	__syncthreads();
	for (int64_t i = threadIdx.x; i < (d->n + VECTOR - 1) / VECTOR; i += THREADS) {
		uint32_t order[VECTOR];

		if (d->top[i] < least)
			continue;
		if (!of_all) {
			put(s, d->top[i], 0, upper);
			continue;
		}
		load_orders(order, d->l, i, d->n);
		for (int j = 0; j < VECTOR; j++)
			put(s, order[j], least, upper);
	}
}

/* The k-th largest of what fill() counts, which are k at least. */
static __device__ uint32_t kth_of(struct search *s, const struct draw_part *d,
				  bool of_all, uint32_t least, int k)
{
	int upper;

	fill(s, d, of_all, least, -1);
	find_bin(s, k);
	upper = s->found;
	k -= s->before;
	fill(s, d, of_all, least, upper);
	find_bin(s, k);
	return (uint32_t)(upper << 8 | s->found);
}

/* top[i] of all vectors; returns the largest of all, in all threads. */
static __device__ uint32_t fill_tops(uint16_t *top, const uint16_t *l, int64_t n)
{
	__shared__ unsigned most;
	unsigned own = 0;

	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
#pragma unroll 4
	for (int64_t i = threadIdx.x; i < (n + VECTOR - 1) / VECTOR; i += THREADS) {
		uint32_t order[VECTOR], largest = 0;

		load_orders(order, l, i, n);
#pragma unroll
		for (int k = 0; k < VECTOR; k++)
			largest = max(largest, order[k]);
		top[i] = (uint16_t)largest;
		own = max(own, largest);
	}
	atomicMax(&most, __reduce_max_sync(~0u, own));
	__syncthreads();
	return most;
}

/* `top` has room for an order of each vector. */
static __device__ void draw_any(int *token, struct draw_part *d, uint16_t *top, int k,
				float u)
{
	__shared__ struct search s;
	uint32_t most = fill_tops(top, d->l, d->n), least = 0;

	d->top = top;
	if (k <= (d->n + VECTOR - 1) / VECTOR)
		least = kth_of(&s, d, false, 0, k);
	d->kth = kth_of(&s, d, true, least, k);
	d->largest = of_bf16_order(most);
	draw<THREADS>(token, d, u);
}

#endif
