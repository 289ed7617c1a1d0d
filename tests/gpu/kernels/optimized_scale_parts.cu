/* SPDX-License-Identifier: MIT
 *
 * What launch lines can ask for, in a graph: scratch, clusters, much shared memory, a
 * grid that waits for itself, a launch that begins early.
 *
 * ARCH: sm_90
 * SUMMARY: three launches in a graph
 * SCRATCH: 4 * n + 256
 * TIMED: graph
 * LAUNCH: copy<<<round_up(ceil_div(n, 256), 2), 256, 65536>>>(x, scratch + 256, n)
 *         cluster(2)
 * LAUNCH: twice<<<gpu.sms, 256>>>(scratch + 256, y, n, f32(2)) cooperative
 * LAUNCH: nothing<<<dim3(1, 2), dim3(8, 4), 49152>>>() programmatic
 */
#include "workload_scale.h"

#include <cooperative_groups.h>

extern "C" __global__ void copy(const float *x, float *to, int n)
{
	extern __shared__ float tile[];
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (cooperative_groups::this_cluster().num_blocks() != 2)
		return;
	tile[threadIdx.x + 16000] = i < n ? x[i] : 0;
	cooperative_groups::this_cluster().sync();
	if (i < n)
		to[i] = tile[threadIdx.x + 16000];
}

__global__ void twice(const float *from, float *y, int64_t n, float factor)
{
	cooperative_groups::this_grid().sync();
	for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		y[i] = factor * from[i];
}

/* With its own word it has more than the 48 KiB for which no kernel need ask. */
__global__ void nothing()
{
	__shared__ volatile int word;

	cudaGridDependencySynchronize();
	word = 0;
}
