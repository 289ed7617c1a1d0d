/* SPDX-License-Identifier: MIT
 *
 * Nothing is said about the launch.  The compiler gives a thread 160 registers
 * (nvcc 13.0, sm_90); 256 threads take 40960 of the 65536 of an SM, and a second
 * block finds no room.
 */
#include "workload_distances.h"

#include "distances.h"

static __global__ void kernel(float *restrict d, const float *restrict a,
			      const float *restrict b, int m, int n, int k)
{
	distances(d, a, b, m, n, k);
}

#include "distances_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "as many registers as the compiler chooses",
	.run = run,
};
