/* SPDX-License-Identifier: MIT
 *
 * few_rows_warp.h - C = A B^T with a warp for each row of B, as one multiplies a
 * vector.
 */
#ifndef AISP_FEW_ROWS_WARP_H
#define AISP_FEW_ROWS_WARP_H

#include <aisp/warp.h>
#include <cuda_bf16.h>

#define WARPS   8
#define AT_ONCE 8 /* rows of A; a row of B is read once for as many */

struct matrices {
	const __nv_bfloat16 *a, *b;
	int m, n, k;
};

static __device__ float dot(const uint4 &x, const uint4 &y)
{
	const __nv_bfloat162 *a = (const __nv_bfloat162 *)&x;
	const __nv_bfloat162 *b = (const __nv_bfloat162 *)&y;
	float sum = 0;

	for (int i = 0; i < 4; i++) {
		float2 p = __bfloat1622float2(a[i]), q = __bfloat1622float2(b[i]);

		sum += p.x * q.x;
		sum += p.y * q.y;
	}
	return sum;
}

template <class T> static __global__ void product(T *c, const struct matrices p)
{
	int row = blockIdx.x * WARPS + threadIdx.x / 32, lane = threadIdx.x % 32;
	const uint4 *b = (const uint4 *)(p.b + (int64_t)row * p.k);

	if (row >= p.n)
		return;
	for (int i = 0; i < p.m; i += AT_ONCE) {
		const uint4 *a = (const uint4 *)(p.a + (int64_t)i * p.k);
		float sum[AT_ONCE] = { 0 };

		for (int j = lane; j < p.k / 8; j += 32) {
			uint4 x = b[j];

#pragma unroll
			for (int r = 0; r < AT_ONCE; r++)
				if (i + r < p.m)
					sum[r] += dot(a[r * (p.k / 8) + j], x);
		}
#pragma unroll
		for (int r = 0; r < AT_ONCE; r++) {
			float total = aisp_warp_sum(sum[r]);

			if (lane == 0 && i + r < p.m)
				c[(int64_t)(i + r) * p.n + row] = T(total);
		}
	}
}

template <class T>
static int multiply_by_warps(T *c, const struct matrices &p, cudaStream_t stream)
{
	product<<<(unsigned)aisp_ceil_div(p.n, WARPS), 32 * WARPS, 0, stream>>>(c, p);
	return aisp_launched();
}

#endif
