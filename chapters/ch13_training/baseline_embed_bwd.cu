/* SPDX-License-Identifier: MIT
 *
 * Clears dw, then adds each token's row by atomic additions: the rows of a frequent
 * word queue, and their order differs from call to call.
 *
 * CLASS: common
 * SUMMARY: zeros, then a block per token, an atomic addition for each element
 * LAUNCH: clear<<<ceil_div(vocab * width, 256), 256>>>(dw, vocab * width)
 * LAUNCH: add<<<tokens, 256>>>(dw, token, dy, width)
 */
#include "workload_embed_bwd.h"

#define BLOCK 256

__global__ void clear(float *dw, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		dw[i] = 0;
}

__global__ void add(float *dw, const int *restrict token, const float *restrict dy,
		    int64_t width)
{
	float *to = dw + token[blockIdx.x] * width;
	const float *from = dy + blockIdx.x * width;

	for (int64_t k = threadIdx.x; k < width; k += BLOCK)
		atomicAdd(to + k, from[k]);
}
