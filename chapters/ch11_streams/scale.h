/* SPDX-License-Identifier: MIT
 *
 * scale.h - the kernel that the variants share: a block for each row.  They
 * differ in how launches of it follow each other.
 */
#ifndef SCALE_H
#define SCALE_H

#include <aisp/cuda.h>

#define BLOCK 1024 /* a warp of warps */

/* The sum of x over the block, in every thread. */
static __device__ float block_sum(float x)
{
	__shared__ float part[BLOCK / 32];

	for (int d = 16; d; d /= 2)
		x += __shfl_xor_sync(~0u, x, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = x;
	__syncthreads();
	x = part[threadIdx.x % 32];
	for (int d = 16; d; d /= 2)
		x += __shfl_xor_sync(~0u, x, d);
	return x;
}

static __global__ void __launch_bounds__(BLOCK)
	scale(float *restrict y, const float *restrict x, int64_t cols)
{
	float sum = 0, by;

	x += blockIdx.x * cols;
	y += blockIdx.x * cols;
	for (int64_t j = threadIdx.x; j < cols; j += BLOCK)
		sum += fabsf(x[j]);
	by = 1 / (1 + block_sum(sum) / (float)cols);
	for (int64_t j = threadIdx.x; j < cols; j += BLOCK)
		y[j] = x[j] * by;
}

/* Rows [first, first + n). */
static inline int scale_launch(const struct aisp_io *io, int64_t first, int64_t n,
			       cudaStream_t stream)
{
	int64_t cols = io->param[COLS];

	scale<<<n, BLOCK, 0, stream>>>(aisp_out_f32(io, 0) + first * cols,
				       aisp_in_f32(io, 0) + first * cols, cols);
	return aisp_launched();
}

#endif
