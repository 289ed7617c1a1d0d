/* SPDX-License-Identifier: MIT
 *
 * copy_vectors.h - a copy in 16-byte accesses that the two zero-copy variants
 * share: one side of it is the host's memory.  Any grid covers any n.
 */
#ifndef COPY_VECTORS_H
#define COPY_VECTORS_H

#include <aisp/cuda.h>

#define COPY_BLOCK 256

static __global__ void copy_vectors(float *restrict b, const float *restrict a,
				    int64_t n)
{
	int64_t first = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
	int64_t step = (int64_t)gridDim.x * blockDim.x, n4 = n / 4;

	for (int64_t i = first; i < n4; i += step)
		((float4 *)b)[i] = ((const float4 *)a)[i];
	if (first < n % 4)
		b[4 * n4 + first] = a[4 * n4 + first];
}

/* Four blocks an SM keep more requests under way than the link can answer. */
static inline int copy_launch(float *b, const float *a, int64_t n, cudaStream_t stream)
{
	int blocks = 4 * aisp_gpu(cudaDevAttrMultiProcessorCount);

	copy_vectors<<<blocks, COPY_BLOCK, 0, stream>>>(b, a, n);
	return aisp_launched();
}

#endif
