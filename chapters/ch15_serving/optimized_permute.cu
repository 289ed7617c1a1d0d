/* SPDX-License-Identifier: MIT
 *
 * A block counts, in shared memory.  Then a block a token: as many threads as it has
 * experts take a place each, and all of them read the row once, 16 bytes at a time,
 * and write it to all its places.
 *
 * SUMMARY: counts in shared memory; each row is read once
 * SCRATCH: 4 * (experts + 1)
 * LAUNCH: count<<<1, 1024, 4 * experts>>>(start, scratch, ids, tokens * k, experts)
 * LAUNCH: give<<<tokens, 256, 4 * k>>>(row, back, y, scratch, ids, x, k, width)
 */
#include "workload_permute.h"

#include "permute_gpu.h"

#define BLOCK  256
#define VECTOR 8 /* elements: 16 bytes */

__global__ void count(int64_t *start, int *next, const int *restrict ids,
		      int64_t n_rows, int experts)
{
	extern __shared__ int n[];

	for (int e = (int)threadIdx.x; e < experts; e += 1024)
		n[e] = 0;
	__syncthreads();
#pragma unroll 8
	for (int64_t i = threadIdx.x; i < n_rows; i += 1024)
		atomicAdd(n + ids[i], 1);
	__syncthreads();
	starts(start, next, n, experts);
}

/* Elements [c, c + VECTOR) of a row, to each of its places. */
static __device__ void give_vector(uint16_t *y, const int *places, int k, int64_t width,
				   const uint16_t *x, int64_t c)
{
	if (width % VECTOR == 0) {
		uint4 v = *(const uint4 *)(x + c);

		for (int i = 0; i < k; i++)
			*(uint4 *)(y + places[i] * width + c) = v;
		return;
	}
	for (int64_t j = c; j < c + VECTOR && j < width; j++)
		for (int i = 0; i < k; i++)
			y[places[i] * width + j] = x[j];
}

__global__ void give(int *row, int *back, uint16_t *restrict y, int *next,
		     const int *restrict ids, const uint16_t *restrict x, int k,
		     int64_t width)
{
	extern __shared__ int places[];
	int64_t token = blockIdx.x;

	for (int i = (int)threadIdx.x; i < k; i += BLOCK) {
		int j = atomicAdd(next + ids[token * k + i], 1);

		places[i] = j;
		row[j] = (int)token;
		back[token * k + i] = j;
	}
	__syncthreads();
	for (int64_t c = VECTOR * threadIdx.x; c < width; c += VECTOR * BLOCK)
		give_vector(y, places, k, width, x + token * width, c);
}
