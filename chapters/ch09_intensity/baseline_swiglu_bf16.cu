/* SPDX-License-Identifier: MIT
 *
 * A kernel for the activation and one for the product, and a vector in memory between
 * them.
 */
#include "workload_swiglu_bf16.h"

#include <aisp/bf16_words.h>

#define THREADS 256

static __global__ void activate(float *restrict t, const uint16_t *restrict a,
				int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		t[i] = low(a[i]) / (1 + expf(-low(a[i])));
}

static __global__ void multiply(uint16_t *restrict y, const float *restrict t,
				const uint16_t *restrict b, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		y[i] = (uint16_t)pack(t[i] * low(b[i]), 0);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[SWIGLU_ELEMS];
	unsigned n_blocks = (unsigned)aisp_ceil_div(n, THREADS);
	float *t = (float *)io->workspace;

	(void)state;
	activate<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(
		t, (const uint16_t *)io->in[IN_A].data, n);
	multiply<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, t, (const uint16_t *)io->in[IN_B].data, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "two kernels: activation, product",
	.run = run,
};
