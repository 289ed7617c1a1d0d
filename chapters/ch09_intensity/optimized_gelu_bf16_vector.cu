/* SPDX-License-Identifier: MIT
 *
 * A vector of 16 bytes per thread and blocks that leave, as in ch07's copy_vector; and
 * the same function as x / (1 + exp(-2u)): one power of two and one reciprocal, which a
 * special unit computes, in place of a tangent in software.
 */
#include "workload_gelu_bf16.h"

#include <aisp/bf16_words.h>

#define THREADS 256

static __device__ float gelu_of(float x)
{
	const float minus_2_log2_e = -0x1.715476p1f;
	float u = GELU_ROOT * (x + GELU_CUBE * x * x * x);

	return __fdividef(x, 1 + power_of_two(u * minus_2_log2_e));
}

static __device__ uint32_t gelu_pair(uint32_t word)
{
	return pack(gelu_of(low(word)), gelu_of(high(word)));
}

static __device__ uint4 gelu_eight(uint4 v)
{
	return { gelu_pair(v.x), gelu_pair(v.y), gelu_pair(v.z), gelu_pair(v.w) };
}

static __global__ void gelu(uint16_t *restrict y, const uint16_t *restrict x, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	int64_t rest = n / 8 * 8 + i; /* what no vector covers */

	if (i < n / 8)
		((uint4 *)y)[i] = gelu_eight(__ldg((const uint4 *)x + i));
	if (rest < n)
		y[rest] = (uint16_t)gelu_pair(x[rest]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[GELU_ELEMS];

	(void)state;
	gelu<<<(unsigned)aisp_ceil_div(n, 8 * THREADS), THREADS, 0, aisp_stream(io)>>>(
		(uint16_t *)io->out[0].data, (const uint16_t *)io->in[0].data, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "16 bytes per thread, a power of two in place of a tangent",
	.run = run,
};
