/* SPDX-License-Identifier: MIT
 *
 * What a program in terms of arrays does, a block per row: logits that are not allowed
 * become minus infinity, and then come the largest, the sum of weights, and a search of
 * the draw, each over the whole vocabulary.
 *
 * CLASS: common
 * SUMMARY: a block per row, three passes over all logits
 * LAUNCH: guided<<<rows, 1024>>>(tokens, logits, state, mask, u, vocab, temperature)
 */
#include "workload_guided.h"

#include "block_scan.h"
#include "guided_gpu.h"
#include <limits.h>

/* This thread's vector of the 1024 from `first` on. */
static __device__ void take(float (&x)[VECTOR], const guided_row &r, int64_t first)
{
	int64_t i = first + threadIdx.x;

	widen(x, i < r.n_vectors ? load_vector(r, i) : make_uint4(0, 0, 0, 0),
	      i < r.n_vectors ? r.mask[i] : 0);
}

/* The largest logit, in all threads. */
static __device__ float find_largest(const guided_row &r)
{
	__shared__ unsigned most;
	float x[VECTOR], own = -INFINITY;
	uint32_t order;

	for (int64_t i = 0; i < r.n_vectors; i += 1024) {
		take(x, r, i);
		own = fmaxf(own, largest_of(x));
	}
	order = bf16_order((uint16_t)(__float_as_uint(own) >> 16));
	if (threadIdx.x == 0)
		most = 0;
	__syncthreads();
	atomicMax(&most, order);
	__syncthreads();
	return of_bf16_order(most);
}

/* The sum of weights, in all threads. */
static __device__ float total_of(const guided_row &r, float largest)
{
	float x[VECTOR], own = 0, total;

	for (int64_t i = 0; i < r.n_vectors; i += 1024) {
		take(x, r, i);
		own += weigh(x, largest, r.scale);
	}
	sum_before(own, &total);
	__syncthreads();
	return total;
}

/* The token at which the sum exceeds `most`, else the last that has a weight. */
static __device__ int search(const guided_row &r, float largest, float most)
{
	__shared__ int winner, last;
	float x[VECTOR], sum = 0, all;

	if (threadIdx.x == 0) {
		winner = INT_MAX;
		last = -1;
	}
	for (int64_t i = 0; i < r.n_vectors; i += 1024, sum += all) {
		float own, before;
		int at;

		take(x, r, i);
		own = weigh(x, largest, r.scale);
		before = sum + sum_before(own, &all);
		at = pick(x, before, most);
		if (at >= 0) {
			int token = (int)(i + threadIdx.x) * VECTOR + at;

			atomicMax(&last, token);
			if (before + own > most)
				atomicMin(&winner, token);
		}
		__syncthreads();
		if (winner < INT_MAX)
			break;
	}
	return winner < INT_MAX ? winner : last;
}

__global__ void guided(int *tokens, const uint16_t *logits, const int *state,
		       const uint8_t *mask, const float *u, int64_t vocab,
		       int temperature)
{
	guided_row r = guided_row_of(logits, state, mask, vocab, temperature);
	float largest = find_largest(r);
	int token = search(r, largest, u[blockIdx.x] * total_of(r, largest));

	if (threadIdx.x == 0)
		tokens[blockIdx.x] = token;
}
