/* SPDX-License-Identifier: MIT
 *
 * A table per block in shared memory, added to the result once: the elements of a warp
 * queue only where their counters share a bank.
 */
#include "workload_histogram.h"

#include "histogram_grid.h"

static __global__ void __launch_bounds__(THREADS)
	count(int *counts, const float *restrict x, int64_t n)
{
	__shared__ int table[N_BINS];
	int64_t stride = (int64_t)gridDim.x * THREADS;

	for (int b = threadIdx.x; b < N_BINS; b += THREADS)
		table[b] = 0;
	__syncthreads();
	for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < n;
	     i += stride)
		atomicAdd(table + bin_of(x[i]), 1);
	__syncthreads();
	for (int b = threadIdx.x; b < N_BINS; b += THREADS)
		atomicAdd(counts + b, table[b]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a table per block in shared memory",
	.setup = setup,
	.run = run,
};
