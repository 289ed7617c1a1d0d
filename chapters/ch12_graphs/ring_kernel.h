/* SPDX-License-Identifier: MIT
 *
 * ring_kernel.h - one step of the ring as a kernel, and the chain of them in a
 * stream: launched there or, while the stream is captured, noted in a graph.
 */
#ifndef RING_KERNEL_H
#define RING_KERNEL_H

#include <aisp/cuda.h>

#define THREADS 256

static __device__ float spread(float left, float here, float right)
{
	return 0.25f * left + 0.5f * here + 0.25f * right;
}

static __global__ void step(float *restrict next, const float *restrict now, int n)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		next[i] = spread(now[i ? i - 1 : n - 1], now[i],
				 now[i + 1 < n ? i + 1 : 0]);
}

/* scratch holds 2 n cells.  Step k reads what step k - 1 wrote; the last writes y. */
static int enqueue(float *y, const float *x, float *scratch, int n, int64_t steps,
		   cudaStream_t stream)
{
	const float *now = x;

	for (int64_t k = 0; k < steps; k++) {
		float *next = k + 1 < steps ? scratch + k % 2 * n : y;

		step<<<aisp_ceil_div(n, THREADS), THREADS, 0, stream>>>(next, now, n);
		now = next;
	}
	return aisp_launched();
}

#endif
