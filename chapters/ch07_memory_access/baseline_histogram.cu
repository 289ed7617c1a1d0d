/* SPDX-License-Identifier: MIT
 *
 * A thread per element, and an atomic addition to memory for each: all of the GPU
 * queues at 256 counters, a third of it at two of them.
 */
#include "workload_histogram.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void count(int *counts, const float *restrict x, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		atomicAdd(counts + bin_of(x[i]), 1);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];
	int *counts = (int *)io->out[0].data;

	(void)state;
	AISP_TRY(cudaMemsetAsync(counts, 0, N_BINS * sizeof(*counts), aisp_stream(io)));
	count<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		counts, aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "an atomic addition to memory for each element",
	.run = run,
};
