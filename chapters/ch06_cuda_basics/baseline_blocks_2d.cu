/* SPDX-License-Identifier: MIT
 *
 * A thread a pixel, in blocks of 32 x 32: neighbours in a warp are neighbours in a row.
 */
#include "workload_blocks_2d.h"

#include "median_gpu.h"

static __global__ void filter(const __grid_constant__ struct image m)
{
	put_median(m, blockIdx.y * 32 + threadIdx.y, blockIdx.x * 32 + threadIdx.x);
}

static int run(const struct aisp_io *io, void *state)
{
	struct image m = image_of(io);
	dim3 size(32, 32);

	(void)state;
	filter<<<blocks_for(m, size, 1, 1), size, 0, aisp_stream(io)>>>(m);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread a pixel, blocks of 32 x 32",
	.run = run,
};
