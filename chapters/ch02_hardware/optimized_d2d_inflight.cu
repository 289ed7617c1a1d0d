/* SPDX-License-Identifier: MIT
 *
 * Four 128-bit loads per thread before the first store: 64 bytes under way each, and a
 * quarter of the blocks to start.  The vectors of a block's threads alternate, so that
 * each access of a warp covers 512 bytes on end.
 */
#include "workload_d2d.h"

#include <aisp/cuda.h>

#define BLOCK 256
#define DEPTH 4
#define TILE  (4 * BLOCK * DEPTH) /* elements of a block */

static __device__ void copy_tile(float *restrict b, const float *restrict a)
{
	float4 x[DEPTH];

#pragma unroll
	for (int k = 0; k < DEPTH; k++)
		x[k] = ((const float4 *)a)[k * BLOCK + threadIdx.x];
#pragma unroll
	for (int k = 0; k < DEPTH; k++)
		((float4 *)b)[k * BLOCK + threadIdx.x] = x[k];
}

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	int64_t first = (int64_t)blockIdx.x * TILE;

	if (first + TILE <= n)
		copy_tile(b + first, a + first);
	else
		for (int64_t i = first + threadIdx.x; i < n; i += BLOCK)
			b[i] = a[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	copy<<<aisp_ceil_div(n, TILE), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four 128-bit loads in flight per thread",
	.run = run,
};
