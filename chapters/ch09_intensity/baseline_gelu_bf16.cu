/* SPDX-License-Identifier: MIT
 *
 * A kernel for each operation, through a vector of intermediate results in memory:
 * the tangent's argument, the tangent, the product.
 */
#include "workload_gelu_bf16.h"
#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define THREADS 256

static __global__ void argument(float *restrict t, const __nv_bfloat16 *restrict x,
				int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n) {
		float v = __bfloat162float(x[i]);

		t[i] = GELU_ROOT * (v + GELU_CUBE * v * v * v);
	}
}

static __global__ void tangent(float *t, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		t[i] = tanhf(t[i]);
}

static __global__ void product(__nv_bfloat16 *restrict y,
			       const __nv_bfloat16 *restrict x, const float *restrict t,
			       int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n)
		y[i] = __float2bfloat16(__bfloat162float(x[i]) / 2 * (1 + t[i]));
}

static int run(const struct aisp_io *io, void *state)
{
	const __nv_bfloat16 *x = (const __nv_bfloat16 *)io->in[0].data;
	int64_t n = io->param[GELU_ELEMS];
	unsigned n_blocks = (unsigned)aisp_ceil_div(n, THREADS);
	float *t = (float *)io->workspace;

	(void)state;
	argument<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(t, x, n);
	tangent<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(t, n);
	product<<<n_blocks, THREADS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data, x, t, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "three kernels: argument, tangent, product",
	.run = run,
};
