/* SPDX-License-Identifier: MIT
 *
 * scale.cuh - the kernel that is right, one element a thread; a LAUNCH line names it.
 */
__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 2 * x[i];
}
