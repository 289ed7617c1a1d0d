/* SPDX-License-Identifier: MIT
 *
 * Array of structures: neighbouring threads read 64 bytes apart, and each of the
 * two loads brings a sector of 32 bytes for four.
 */
#include "workload_soa.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void drift(float *restrict out, const float *restrict p, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		out[i] = p[i * FIELDS + X] + DT * p[i * FIELDS + V];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	drift<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, RECORDS), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "array of structures",
	.run = run,
};
