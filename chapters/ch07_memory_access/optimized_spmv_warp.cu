/* SPDX-License-Identifier: MIT
 *
 * A warp per row: its lanes read neighbouring elements.  Most lanes have nothing to do
 * in a short row, and one warp has the longest.
 */
#include "workload_spmv.h"

#include "sparse_gpu.h"

#define WARPS 8 /* of a block */

static __global__ void multiply(const __grid_constant__ struct sparse a)
{
	int64_t i = (int64_t)blockIdx.x * WARPS + threadIdx.x / 32;
	int lane = threadIdx.x % 32;
	float sum;

	if (i >= a.rows)
		return;
	sum = aisp_warp_sum(sum_products(a, a.start[i] + lane, a.start[i + 1], 32));
	if (lane == 0)
		a.y[i] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	struct sparse a = sparse_of(io);

	(void)state;
	multiply<<<(unsigned)aisp_ceil_div(a.rows, WARPS), 32 * WARPS, 0,
		   aisp_stream(io)>>>(a);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a warp per row",
	.run = run,
};
