/* SPDX-License-Identifier: MIT
 *
 * Four loads of 16 bytes under way in each thread: two vectors of each input.
 *
 * SUMMARY: two 16-byte vectors of each array per thread
 * LAUNCH: triad<<<ceil_div(n, 2048), 256>>>(a, b, c, n)
 */
#include "workload_triad.h"

#define THREADS    256
#define PER_THREAD 2 /* vectors of each array */

static __device__ float4 triad4(float4 b, float4 c)
{
	return make_float4(b.x + SCALAR * c.x, b.y + SCALAR * c.y, b.z + SCALAR * c.z,
			   b.w + SCALAR * c.w);
}

__global__ void triad(float *restrict a, const float *restrict b,
		      const float *restrict c, int64_t n)
{
	const float4 *b4 = (const float4 *)b, *c4 = (const float4 *)c;
	float4 *a4 = (float4 *)a, x[PER_THREAD], y[PER_THREAD];
	int64_t i = (int64_t)blockIdx.x * THREADS * PER_THREAD + threadIdx.x;

#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		if (i + k * THREADS < n / 4) {
			x[k] = b4[i + k * THREADS];
			y[k] = c4[i + k * THREADS];
		}
#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		if (i + k * THREADS < n / 4)
			a4[i + k * THREADS] = triad4(x[k], y[k]);
	/* What no vector covers. */
	i += n / 4 * 4;
	if (i < n)
		a[i] = b[i] + SCALAR * c[i];
}
