/* SPDX-License-Identifier: MIT
 *
 * norm_add_passes.h - a kernel for the sum and one for the norm, which reads the sum
 * twice, the second time from a cache.
 */
#ifndef NORM_ADD_PASSES_H
#define NORM_ADD_PASSES_H

#include "bf16_row.h"

__global__ void add(uint16_t *restrict r, const uint16_t *restrict x,
		    const uint16_t *restrict residual, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		r[i] = (uint16_t)pack(low(x[i]) + low(residual[i]), 0);
}

__global__ void normalise(uint16_t *restrict y, const uint16_t *restrict r,
			  const uint16_t *restrict gain, int64_t cols)
{
	float s = 0;

	r += blockIdx.x * cols;
	y += blockIdx.x * cols;
	for (int64_t j = threadIdx.x; j < cols; j += blockDim.x)
		s += low(r[j]) * low(r[j]);
	s = rsqrtf(block_reduce<plus>(s) / (float)cols + RMS_EPS);
	for (int64_t j = threadIdx.x; j < cols; j += blockDim.x)
		y[j] = (uint16_t)pack(low(r[j]) * s * low(gain[j]), 0);
}

#endif
