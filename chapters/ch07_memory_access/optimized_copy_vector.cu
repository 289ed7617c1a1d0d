/* SPDX-License-Identifier: MIT
 *
 * Four loads of 16 bytes under way in each thread: sixteen times the bytes per
 * thread, and a sixteenth of the instructions per byte.
 */
#include "workload_copy.h"
#include <aisp/cuda.h>

#define THREADS    256
#define PER_THREAD 4 /* vectors */

static __global__ void copy(float *restrict b, const float *restrict a, int64_t n)
{
	const float4 *from = (const float4 *)a;
	float4 *to = (float4 *)b, x[PER_THREAD];
	int64_t i = (int64_t)blockIdx.x * THREADS * PER_THREAD + threadIdx.x;

#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		if (i + k * THREADS < n / 4)
			x[k] = from[i + k * THREADS];
#pragma unroll
	for (int k = 0; k < PER_THREAD; k++)
		if (i + k * THREADS < n / 4)
			to[i + k * THREADS] = x[k];
	/* What no vector covers. */
	if (i < n % 4)
		b[n / 4 * 4 + i] = a[n / 4 * 4 + i];
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = aisp_elems(&io->in[0]);

	(void)state;
	copy<<<aisp_ceil_div(n, 4 * THREADS * PER_THREAD), THREADS, 0,
	       aisp_stream(io)>>>(aisp_out_f32(io, 0), aisp_in_f32(io, 0), n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "four 16-byte vectors per thread",
	.run = run,
};
