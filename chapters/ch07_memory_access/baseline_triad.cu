/* SPDX-License-Identifier: MIT
 *
 * A thread per element, as in BabelStream and in most first kernels: eight bytes
 * under way in each thread.
 */
#include "workload_triad.h"
#include <aisp/cuda.h>

#define THREADS 256

static __global__ void triad(float *restrict a, const float *restrict b,
			     const float *restrict c, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		a[i] = b[i] + SCALAR * c[i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	triad<<<aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		aisp_out_f32(io, 0), aisp_in_f32(io, 0), aisp_in_f32(io, 1), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a thread per element, 4 bytes each",
	.run = run,
};
