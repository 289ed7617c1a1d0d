/* SPDX-License-Identifier: MIT
 *
 * One kernel, an element per thread: intermediate results stay in registers.
 */
#include "workload_gelu_bf16.h"
#include <aisp/cuda.h>
#include <cuda_bf16.h>

#define THREADS 256

static __global__ void gelu(__nv_bfloat16 *restrict y, const __nv_bfloat16 *restrict x,
			    int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;

	if (i < n) {
		float v = __bfloat162float(x[i]);
		float t = tanhf(GELU_ROOT * (v + GELU_CUBE * v * v * v));

		y[i] = __float2bfloat16(v / 2 * (1 + t));
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[GELU_ELEMS];

	(void)state;
	gelu<<<(unsigned)aisp_ceil_div(n, THREADS), THREADS, 0, aisp_stream(io)>>>(
		(__nv_bfloat16 *)io->out[0].data, (const __nv_bfloat16 *)io->in[0].data,
		n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel, 2 bytes per access",
	.run = run,
};
