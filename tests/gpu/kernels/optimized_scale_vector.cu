/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: four elements per thread, in one access
 * LAUNCH: scale<<<ceil_div(n, 1024), 256>>>(x, y, n)
 */
#include "workload_scale.h"

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = 4 * (blockIdx.x * (int64_t)blockDim.x + threadIdx.x);

	if (i + 4 <= n) {
		float4 v = *(const float4 *)(x + i);

		*(float4 *)(y + i) = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
	} else {
		for (; i < n; i++)
			y[i] = 2 * x[i];
	}
}
