/* SPDX-License-Identifier: MIT
 *
 * A thread per element, as in BabelStream and in most first kernels: eight bytes
 * under way in each thread.
 *
 * CLASS: common
 * SUMMARY: a thread per element, 4 bytes each
 * LAUNCH: triad<<<ceil_div(n, 256), 256>>>(a, b, c, n)
 */
#include "workload_triad.h"

__global__ void triad(float *restrict a, const float *restrict b,
		      const float *restrict c, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = b[i] + SCALAR * c[i];
}
