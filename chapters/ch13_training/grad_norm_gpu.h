/* SPDX-License-Identifier: MIT
 *
 * grad_norm_gpu.h - what the kernels of a clipped gradient share.
 */
#include <aisp/warp.h>

/* The scaling factor, from the sum of squares. */
static __device__ float factor_of(double sum)
{
	double norm = sqrt(sum);

	return norm > MOST_NORM ? (float)(MOST_NORM / norm) : 1;
}

/* The sum, in all threads of a block of BLOCK, which calls it once. */
template <int BLOCK> static __device__ double block_sum(double x)
{
	__shared__ double part[BLOCK / 32];

	x = aisp_warp_sum(x);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = x;
	__syncthreads();
	return aisp_warp_sum(threadIdx.x % 32 < BLOCK / 32 ? part[threadIdx.x % 32]
							   : 0);
}
