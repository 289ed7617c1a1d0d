/* SPDX-License-Identifier: MIT
 *
 * SUMMARY: asks for memory
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 */
#include "workload_scale.h"

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 2 * x[i];
	if (i == 7)
		free(malloc(8));
}
