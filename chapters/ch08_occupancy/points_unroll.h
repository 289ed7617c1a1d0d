/* SPDX-License-Identifier: MIT
 *
 * points_unroll.h - Horner's rule for POINTS points side by side in each thread,
 * UNROLL steps of it a turn.  Shared by the variants, which choose both.
 */
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void evaluate(float *restrict y, const float *restrict x,
				const float *restrict c, int64_t n, int degree)
{
	int64_t i = (int64_t)blockIdx.x * THREADS * POINTS + threadIdx.x;
	int left = (int)min(n - i, (int64_t)THREADS * POINTS);
	float t[POINTS], sum[POINTS];

#pragma unroll
	for (int p = 0; p < POINTS; p++) {
		t[p] = p * THREADS < left ? x[i + p * THREADS] : 0;
		t[p] = fminf(fmaxf(t[p], -1), 1);
		sum[p] = c[degree];
	}
#pragma unroll UNROLL
	for (int k = degree - 1; k >= 0; k--)
#pragma unroll
		for (int p = 0; p < POINTS; p++)
			sum[p] = sum[p] * t[p] + c[k];
#pragma unroll
	for (int p = 0; p < POINTS; p++)
		if (p * THREADS < left)
			y[i + p * THREADS] = sum[p];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	evaluate<<<aisp_ceil_div(n, THREADS * POINTS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), n,
		(int)io->param[DEGREE]);
	return aisp_launched();
}
