/* SPDX-License-Identifier: MIT
 *
 * read_all.cuh - read n units of 16 bytes of memory through L2.
 */
#ifndef AISP_CUDA_READ_ALL_H
#define AISP_CUDA_READ_ALL_H

#include <stdint.h>

/* The compiler cannot know that the sum is never 1, so it keeps the loads. */
static __global__ void read_kernel(const uint4 *data, int64_t n, uint64_t *sink)
{
	const int64_t first = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
	const int64_t step = gridDim.x * (int64_t)blockDim.x;
	uint32_t sum = 0;

	for (int64_t i = first; i < n; i += step) {
		uint4 x = data[i];

		sum |= x.x ^ x.y ^ x.z ^ x.w;
	}
	if (sum == 1)
		*sink = sum;
}

#endif
