/* SPDX-License-Identifier: MIT
 *
 * A thread per pixel, in blocks of 32 x 32: neighbours in a warp are neighbours in a
 * row.
 */
#include "workload_blocks_2d.h"

#define BLOCK_ROWS 32
#define EACH_ROWS  1
#define EACH_COLS  1
#include "median_run.h"

static __global__ void filter(const __grid_constant__ struct image m)
{
	put_median(m, blockIdx.y * 32 + threadIdx.y, blockIdx.x * 32 + threadIdx.x);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread per pixel, blocks of 32 x 32",
	.run = run,
};
