/* SPDX-License-Identifier: MIT
 *
 * mean_squares.h - the two operations that the variants share.  They differ in
 * where the temporary between them comes from.
 */
#ifndef MEAN_SQUARES_H
#define MEAN_SQUARES_H

#include <aisp/cuda.h>

#define BLOCK 256

static __global__ void square(float *restrict t, const float *restrict x, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		t[i] = x[i] * x[i];
}

static __global__ void mean(float *restrict y, const float *restrict t, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		y[i] = (t[i ? i - 1 : 0] + t[i] + t[i < n - 1 ? i + 1 : i]) * (1 / 3.f);
}

static inline int mean_squares(const struct aisp_io *io, void *temporary)
{
	int64_t n = io->param[N], blocks = aisp_ceil_div(n, BLOCK);
	float *t = (float *)temporary;

	square<<<blocks, BLOCK, 0, aisp_stream(io)>>>(t, aisp_in_f32(io, 0), n);
	mean<<<blocks, BLOCK, 0, aisp_stream(io)>>>(aisp_out_f32(io, 0), t, n);
	return aisp_launched();
}

#endif
