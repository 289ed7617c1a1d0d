/* SPDX-License-Identifier: MIT
 *
 * horner.h - a polynomial of each element; the steps differ in how evaluate() finds its
 * coefficients, of which there are two sets.
 */
#ifndef HORNER_H
#define HORNER_H

#include <aisp/cuda.h>

#define THREADS 256

static __device__ float horner(const float *restrict c, int degree, float t)
{
	float y = c[degree];

#pragma unroll 8
	for (int k = degree - 1; k >= 0; k--)
		y = y * t + c[k];
	return y;
}

static __global__ void evaluate(float *restrict y, const float *restrict x,
				const float *restrict c, int64_t n, int degree);

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	evaluate<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), n,
		(int)io->param[DEGREE]);
	return aisp_launched();
}

#endif
