/* SPDX-License-Identifier: MIT
 *
 * A block fetches tiles of A and B into shared memory, where each number serves 32
 * threads.
 */
#include "workload_gemm.h"

#include "gemm_blocks.h"

#define SIDE 32

static __global__ void __launch_bounds__(SIDE *SIDE)
	product(const __grid_constant__ struct gemm g)
{
	__shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
	int x = threadIdx.x, y = threadIdx.y;
	int64_t i = (int64_t)blockIdx.y * SIDE + y, j = (int64_t)blockIdx.x * SIDE + x;
	float sum = 0;

	for (int64_t p = 0; p < g.k; p += SIDE) {
		a[y][x] = a_at(g, i, p + x);
		b[y][x] = b_at(g, p + y, j);
		__syncthreads();
#pragma unroll
		for (int q = 0; q < SIDE; q++)
			sum += a[y][q] * b[q][x];
		__syncthreads();
	}
	if (i < g.m && j < g.n)
		g.c[i * g.n + j] = sum;
}

static int run(const struct aisp_io *io, void *state)
{
	struct gemm g = gemm_of(io);
	dim3 grid(aisp_ceil_div(g.n, SIDE), aisp_ceil_div(g.m, SIDE));

	(void)state;
	product<<<grid, dim3(SIDE, SIDE), 0, aisp_stream(io)>>>(g);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles of 32 x 32 in shared memory",
	.run = run,
};
