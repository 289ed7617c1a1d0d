/* SPDX-License-Identifier: MIT
 *
 * 16 bytes per access, AHEAD of them under way in each thread, and the same function
 * as x / (1 + exp(-2u)): one power of two and one reciprocal, which a special unit
 * computes, in place of a tangent in software.
 */
#include "workload_gelu_bf16.h"
#include <aisp/cuda.h>

#define THREADS 256
#define AHEAD   2

static __device__ float gelu_of(float x)
{
	const float minus_2_log2_e = -0x1.715476p1f;
	float u = GELU_ROOT * (x + GELU_CUBE * x * x * x);

	return __fdividef(x, 1 + exp2f(u * minus_2_log2_e));
}

/* Of the two halves of a word. */
static __device__ uint32_t gelu_pair(uint32_t word)
{
	float lo = gelu_of(__uint_as_float(word << 16));
	float hi = gelu_of(__uint_as_float(word & 0xffff0000));

	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(hi), "f"(lo));
	return word;
}

static __device__ uint4 gelu_eight(uint4 v)
{
	return { gelu_pair(v.x), gelu_pair(v.y), gelu_pair(v.z), gelu_pair(v.w) };
}

static __global__ void gelu(uint16_t *restrict y, const uint16_t *restrict x, int64_t n)
{
	const uint4 *from = (const uint4 *)x;
	int64_t i = (int64_t)blockIdx.x * THREADS * AHEAD + threadIdx.x;
	uint4 v[AHEAD];

#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		if (i + k * THREADS < n / 8)
			v[k] = __ldg(from + i + k * THREADS);
#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		if (i + k * THREADS < n / 8)
			__stcs((uint4 *)y + i + k * THREADS, gelu_eight(v[k]));
	/* What no vector covers. */
	if (i < n % 8)
		y[n / 8 * 8 + i] = (uint16_t)gelu_pair(x[n / 8 * 8 + i]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[GELU_ELEMS];

	(void)state;
	gelu<<<(unsigned)aisp_ceil_div(n, 8 * THREADS * AHEAD), THREADS, 0,
	       aisp_stream(io)>>>((uint16_t *)io->out[0].data,
				  (const uint16_t *)io->in[0].data, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "16 bytes per access, a power of two in place of a tangent",
	.run = run,
};
