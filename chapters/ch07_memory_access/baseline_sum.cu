/* SPDX-License-Identifier: MIT
 *
 * A thread per element, a tree per block in shared memory, an atomic addition per
 * block: half of the threads are idle after the first step of the tree, and all
 * blocks queue at one address.
 */
#include "workload_sum.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void add_up(float *sum, const float *restrict x, int64_t n)
{
	__shared__ float part[THREADS];
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	part[threadIdx.x] = i < n ? x[i] : 0;
	__syncthreads();
	for (int half = THREADS / 2; half > 0; half /= 2) {
		if (threadIdx.x < half)
			part[threadIdx.x] += part[threadIdx.x + half];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, part[0]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	float *sum = aisp_out_f32(io, 0);

	(void)state;
	AISP_TRY(cudaMemsetAsync(sum, 0, sizeof(*sum), aisp_stream(io)));
	add_up<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		sum, aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a shared-memory tree and an atomic addition per 256 elements",
	.run = run,
};
