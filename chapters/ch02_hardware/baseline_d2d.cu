/* SPDX-License-Identifier: MIT
 *
 * One element per thread.  A full SM then has 2048 loads of 4 bytes under way, a
 * fraction of what the latency of its memory asks for.
 */
#include "workload_d2d.h"

#include <aisp/cuda.h>

#define BLOCK 256

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;

	if (i < n)
		b[i] = a[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	copy<<<aisp_ceil_div(n, BLOCK), BLOCK, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "one element of 4 bytes per thread",
	.run = run,
};
