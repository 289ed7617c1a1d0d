/* SPDX-License-Identifier: MIT
 *
 * Structure of arrays: a warp reads one line of each column that it needs.
 */
#include "workload_soa.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void drift(float *restrict out, const float *restrict p, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		out[i] = p[X * n + i] + DT * p[V * n + i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	drift<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, COLUMNS), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "structure of arrays",
	.run = run,
};
