/* SPDX-License-Identifier: MIT
 *
 * The same with the axes exchanged: neighbouring threads have neighbouring columns,
 * read one number of A together, and whole lines of B.
 */
#include "workload_gemm.h"

#include "gemm_blocks.h"

#define SIDE 16

static __global__ void product(const __grid_constant__ struct gemm g)
{
	int64_t i = (int64_t)blockIdx.y * SIDE + threadIdx.y;
	int64_t j = (int64_t)blockIdx.x * SIDE + threadIdx.x;
	float sum = 0;

	if (i >= g.m || j >= g.n)
		return;
	for (int64_t p = 0; p < g.k; p++)
		sum += g.a[i * g.k + p] * g.b[p * g.n + j];
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
	.summary = "a thread per element, neighbours in neighbouring columns",
	.run = run,
};
