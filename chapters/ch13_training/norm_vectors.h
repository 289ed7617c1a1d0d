/* SPDX-License-Identifier: MIT
 *
 * norm_vectors.h - elements of a row in vectors of 16 bytes, where the row is aligned
 * and long enough for them.
 */
#include "norm_gpu.h"

#define VECTOR 8 /* elements */

/* Loads up to VECTOR of n elements; zeros behind them. */
static __device__ void load(uint32_t *to, const uint16_t *from, int n)
{
	if (n == VECTOR && (uintptr_t)from % 16 == 0) {
		*(uint4 *)to = *(const uint4 *)from;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++)
		to[k] = (2 * k < n ? from[2 * k] : 0) |
			(uint32_t)(2 * k + 1 < n ? from[2 * k + 1] : 0) << 16;
}

template <bool ALIGNED>
static __device__ void store(uint16_t *to, const uint32_t *from, int n)
{
	if (ALIGNED || (n == VECTOR && (uintptr_t)to % 16 == 0)) {
		*(uint4 *)to = *(const uint4 *)from;
		return;
	}
#pragma unroll
	for (int k = 0; k < VECTOR; k++)
		if (k < n)
			to[k] = (uint16_t)(from[k / 2] >> 16 * (k % 2));
}

/* Rounded to bf16. */
template <bool ALIGNED>
static __device__ void store_packed(uint16_t *to, const float *from, int n)
{
	__align__(16) uint32_t words[VECTOR / 2];

#pragma unroll
	for (int k = 0; k < VECTOR / 2; k++)
		words[k] = pack(from[2 * k], from[2 * k + 1]);
	store<ALIGNED>(to, words, n);
}

static __device__ float half_of(const uint32_t *words, int k)
{
	return k % 2 ? high(words[k / 2]) : low(words[k / 2]);
}

static __device__ struct norm_elem elem_of(const uint32_t *x, const uint32_t *dy,
					   const uint32_t *gain, int k, float mean,
					   float rstd)
{
	return norm_elem_of(half_of(x, k), half_of(dy, k), half_of(gain, k), mean,
			    rstd);
}
