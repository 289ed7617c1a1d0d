/* SPDX-License-Identifier: MIT
 *
 * sample_few.h - a block of THREADS draws from a row of which few logits count.
 *
 * Groups whose largest reaches a bound of the k-th are read again, and what reaches it
 * there is a short list.  In that, each token is compared with each: fewer than k
 * larger ones let it be drawn, and how many come before it is its place in the
 * vocabulary's order.
 */
#ifndef SAMPLE_FEW_H
#define SAMPLE_FEW_H

#include "sample_tops.h"

#define FEW_K 128 /* more would need a list that is too long */
#define HITS  256 /* groups that are read again */
#define MOST  256 /* tokens of the list */
#define PEERS 8   /* threads that compare a token with the others */

struct few {
	int n_hits, n;
	int hit[HITS];     /* a group's first vector */
	uint2 found[MOST]; /* order and token */
	int token[MOST];   /* in the vocabulary's order */
	float weight[MOST];
};

/* Finds groups in which an order exceeds `below`. */
static __device__ void find_hits(struct few *f, const uint32_t (&top)[SLOTS],
				 uint32_t below)
{
	uint32_t below2 = (__float_as_uint(of_bf16_order(below)) >> 16) * 0x10001;
	uint32_t hits = 0;
	int at;

#pragma unroll
	for (int s = 0; s < SLOTS; s++)
		hits |= (larger2(top[s], below2) != below2) << s;
	if (!hits)
		return;
	at = atomicAdd(&f->n_hits, __popc(hits));
	for (; hits && at < HITS; hits &= hits - 1)
		f->hit[at++] =
			(__ffs((int)hits) - 1) * EACH * THREADS + (int)threadIdx.x;
}

/* Lists the logits of vector i, of a row of n, that reach the bound. */
static __device__ void list(struct few *f, const uint16_t *l, int i, int64_t n,
			    uint32_t bound)
{
	uint32_t order[VECTOR];
	int reach = 0, at;

	load_orders(order, l, i, n);
#pragma unroll
	for (int j = 0; j < VECTOR; j++)
		reach += order[j] >= bound;
	if (!reach)
		return;
	at = atomicAdd(&f->n, reach);
#pragma unroll
	for (int j = 0; j < VECTOR; j++)
		if (order[j] >= bound && at < MOST)
			f->found[at++] = make_uint2(order[j], VECTOR * i + j);
}

/* The tokens that reach the bound, all of those that may be drawn among them; false if
 * they are too many. */
static __device__ bool find_few(struct few *f, const uint32_t (&top)[SLOTS],
				const struct draw_part *d, uint32_t bound)
{
	int n = (int)(d->n / VECTOR);

	find_hits(f, top, bound - 1);
	__syncthreads();
	if (f->n_hits > HITS)
		return false;
	for (int j = threadIdx.x; j < f->n_hits * EACH; j += THREADS)
		for (int i = f->hit[j / EACH] + j % EACH * THREADS; i < n; i += SPAN)
			list(f, d->l, i, d->n, bound);
	__syncthreads();
	return f->n <= MOST;
}

/* How many are larger than token i of the list, and 65536 times how many come before it
 * in the vocabulary, of every PEERS-th from `first` on. */
static __device__ int compare(const struct few *f, uint2 own, int first)
{
	int counts = 0;

#pragma unroll 4
	for (int j = first; j < f->n; j += PEERS) {
		uint2 other = f->found[j];

		counts += (other.x > own.x) + ((other.y < own.y) << 16);
	}
#pragma unroll
	for (int half = PEERS / 2; half > 0; half /= 2)
		counts += __shfl_xor_sync(~0u, counts, half);
	return counts;
}

/* Weighs tokens in the vocabulary's order; only the k largest weigh anything. */
static __device__ void weigh_few(struct few *f, const struct draw_part *d, int k)
{
	int peer = (int)threadIdx.x % PEERS;

	for (int i = (int)threadIdx.x / PEERS; i - (int)threadIdx.x / PEERS < f->n;
	     i += THREADS / PEERS) {
		uint2 own = f->found[min(i, f->n - 1)];
		int counts = compare(f, own, peer), at = counts >> 16;

		if (peer || i >= f->n)
			continue;
		f->token[at] = (int)own.y;
		f->weight[at] =
			(counts & 0xffff) < k
				? power_of_two((of_bf16_order(own.x) - d->largest) *
					       d->scale)
				: 0;
	}
}

/* The first token of [i, end) at which the sum, from `sum` on, exceeds `most`, else the
 * last that weighs something. */
static __device__ int pick_of(const struct few *f, int i, int end, float sum,
			      float most)
{
	int token = -1;

	for (; i < end && (token < 0 || sum <= most); i++) {
		if (f->weight[i] > 0)
			token = f->token[i];
		sum += f->weight[i];
	}
	return token;
}

/* A warp draws; its lanes have neighbouring parts of the list. */
static __device__ void draw_few(int *token, const struct few *f, float u)
{
	int lane = (int)threadIdx.x % 32, each = (f->n + 31) / 32;
	int first = min(lane * each, f->n), end = min(first + each, f->n);
	float own = 0, up_to, before, most;
	unsigned some, over;

#pragma unroll 1
	for (int i = first; i < end; i++)
		own += f->weight[i];
	up_to = lanes_up_to(own);
	before = __shfl_up_sync(~0u, up_to, 1);
	most = u * __shfl_sync(~0u, up_to, 31);
	some = __ballot_sync(~0u, own > 0);
	over = __ballot_sync(~0u, own > 0 && up_to > most);
	if (lane == (over ? __ffs((int)over) - 1 : 31 - __clz((int)some)))
		*token = pick_of(f, first, end, lane ? before : 0, most);
}

/* Returns false, in the whole block, if it did not draw: the row does not fit this. */
static __device__ bool draw_if_few(int *token, struct draw_part *d, int k, float u)
{
	__shared__ struct few f;
	uint32_t top[SLOTS], own;
	uint2 range;

	if (d->n % VECTOR || d->n < VECTOR * THREADS || k > FEW_K)
		return false;
	if (threadIdx.x == 0)
		f.n_hits = f.n = 0;
	find_tops(top, (const uint4 *)d->l, (int)(d->n / VECTOR));
	own = own_order(top);
	range = range_of(own);
	d->largest = of_bf16_order(range.y);
	if (!find_few(&f, top, d, find_bound(own, range, k)))
		return false;
	weigh_few(&f, d, k);
	__syncthreads();
	if (threadIdx.x < 32)
		draw_few(token, &f, u);
	return true;
}

#endif
