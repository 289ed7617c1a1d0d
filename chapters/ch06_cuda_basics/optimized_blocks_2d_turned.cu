/* SPDX-License-Identifier: MIT
 *
 * What not to do: the same blocks with x and y exchanged, so that neighbours in a warp
 * are a row apart.
 */
#include "workload_blocks_2d.h"

#define BLOCK_ROWS 32
#define EACH_ROWS  1
#define EACH_COLS  1
#include "median_run.h"

static __global__ void filter(const __grid_constant__ struct image m)
{
	put_median(m, blockIdx.y * 32 + threadIdx.x, blockIdx.x * 32 + threadIdx.y);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "blocks of 32 x 32, neighbours a row apart",
	.run = run,
};
