/* SPDX-License-Identifier: MIT
 *
 * topk_row.h - how a block finds the k-th largest of a list, and puts the k largest in
 * order.  Shared by the steps, which differ in how often they read the row.
 */
#ifndef TOPK_ROW_H
#define TOPK_ROW_H

#include "topk_order.h"
#include <aisp/warp.h>

#define THREADS  256
#define N_DIGITS 256
#define SHARE    (N_DIGITS / 32) /* digits of a lane */

static_assert(THREADS == N_DIGITS, "a thread clears a counter");

/* Where a search stands: the digit, and the place among those that have it. */
struct place {
	int digit, k;
};

/* A warp finds the digit of the k-th from the top.  Lane 0 has the highest. */
static __device__ void pick_digit(struct place *at, const int *count, int k)
{
	int lane = threadIdx.x % 32, digit = N_DIGITS - 1 - lane * SHARE, mine = 0, sum;

#pragma unroll
	for (int i = 0; i < SHARE; i++)
		mine += count[digit - i];
	sum = aisp_warp_scan(mine);
	k -= sum - mine;
	if (k <= 0 || k > mine)
		return;
	for (; k > count[digit]; digit--)
		k -= count[digit];
	*at = { digit, k };
}

/*
 * The k-th largest of x[n], digit by digit of its order from the top; the whole block
 * must call it, with 1 <= k <= n.
 */
static __device__ float find_kth(const float *x, int n, int k)
{
	__shared__ int count[N_DIGITS];
	__shared__ struct place at;
	uint32_t found = 0;

	for (int shift = 24; shift >= 0; shift -= 8) {
		count[threadIdx.x] = 0;
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += THREADS) {
			uint32_t order = order_of(x[i]);

			if ((order ^ found) >> shift < N_DIGITS)
				atomicAdd(count + (order >> shift) % N_DIGITS, 1);
		}
		__syncthreads();
		if (threadIdx.x < 32)
			pick_digit(&at, count, k);
		__syncthreads();
		found |= (uint32_t)at.digit << shift;
		k = at.k;
	}
	return value_of(found);
}

static __device__ void exchange(float *front, float *back)
{
	float a = *front, b = *back;

	if (a < b) {
		*front = b;
		*back = a;
	}
}

/*
 * Descending, in place (K. E. Batcher, 1968).  Every exchange puts the larger one in
 * front, so that what is missing behind n could be the least, and need not be there.
 */
static __device__ void sort(float *x, int n)
{
	for (int size = 2; size < 2 * n; size *= 2)
		for (int half = size / 2; half > 0; half /= 2) {
			for (int i = threadIdx.x; i < n; i += THREADS) {
				int j = i ^ (half == size / 2 ? size - 1 : half);

				if (i < j && j < n)
					exchange(x + i, x + j);
			}
			__syncthreads();
		}
}

/*
 * The k largest in order, if they are best[n] and, for the rest, copies of `least`.
 * The whole block must call it once best[] is complete.
 */
static __device__ void finish(float *restrict y, float *best, int n, int k, float least)
{
	for (int i = n + (int)threadIdx.x; i < k; i += THREADS)
		best[i] = least;
	__syncthreads();
	sort(best, k);
	for (int i = threadIdx.x; i < k; i += THREADS)
		y[i] = best[i];
}

#endif
