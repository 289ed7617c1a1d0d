/* SPDX-License-Identifier: MIT
 *
 * Four elements per thread in one 128-bit access: four times the bytes under way with
 * as many threads, and a quarter of the instructions.
 */
#include "workload_d2d.h"

#include <aisp/cuda.h>

#define BLOCK 256

/* The first threads also take the up to three elements behind the last vector. */
static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x, n4 = n / 4;

	if (i < n4)
		((float4 *)b)[i] = ((const float4 *)a)[i];
	if (i < n % 4)
		b[4 * n4 + i] = a[4 * n4 + i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	copy<<<aisp_ceil_div(n, 4 * BLOCK), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one 128-bit vector per thread",
	.run = run,
};
