/* SPDX-License-Identifier: MIT
 *
 * dequantise.h - the kernel that the first two variants share; they differ in
 * how often each thread goes round its loop.
 */
#ifndef DEQUANTISE_H
#define DEQUANTISE_H

#include <aisp/cuda.h>

#define BLOCK CODES /* a thread for each entry of the book */

static __global__ void dequantise(float *restrict y, const uint8_t *restrict x,
				  const float *restrict book, int64_t n)
{
	__shared__ float local[CODES];
	int64_t step = (int64_t)gridDim.x * BLOCK;

	local[threadIdx.x] = book[threadIdx.x];
	__syncthreads();
	for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += step)
		y[i] = local[x[i]];
}

static inline int dequantise_launch(const struct aisp_io *io, int64_t blocks)
{
	dequantise<<<blocks, BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), (const uint8_t *)io->in[0].data,
		aisp_in_f32(io, 1), io->param[N]);
	return aisp_launched();
}

#endif
