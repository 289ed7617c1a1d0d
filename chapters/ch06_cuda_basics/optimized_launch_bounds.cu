/* SPDX-License-Identifier: MIT
 *
 * __launch_bounds__(256, 2) promises blocks of 256 threads and asks for two on an SM:
 * at most 128 registers per thread.  While one block waits for its slices, the other
 * computes.  The compiler manages without a spill (nvcc 13.0, sm_90).
 */
#include "workload_distances.h"

#include "distances.h"

static __global__ void __launch_bounds__(BLOCK, 2)
	kernel(float *restrict d, const float *restrict a, const float *restrict b,
	       int m, int n, int k)
{
	distances(d, a, b, m, n, k);
}

#include "distances_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "__launch_bounds__: registers for two blocks per SM",
	.run = run,
};
