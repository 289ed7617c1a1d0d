/* SPDX-License-Identifier: MIT
 *
 * One kernel, a vector of 16 bytes of each array per thread and blocks that leave, as
 * in ch06's add_vector; a power of two and a reciprocal by the special unit.
 */
#include "workload_swiglu_bf16.h"

#include <aisp/bf16_words.h>

#define THREADS 256

static __device__ float swiglu_of(float a, float b)
{
	return __fdividef(a, 1 + power_of_two(a * -0x1.715476p0f)) * b;
}

static __device__ uint32_t swiglu_pair(uint32_t a, uint32_t b)
{
	return pack(swiglu_of(low(a), low(b)), swiglu_of(high(a), high(b)));
}

static __device__ uint4 swiglu_eight(uint4 a, uint4 b)
{
	return { swiglu_pair(a.x, b.x), swiglu_pair(a.y, b.y), swiglu_pair(a.z, b.z),
		 swiglu_pair(a.w, b.w) };
}

static __global__ void swiglu(uint16_t *restrict y, const uint16_t *restrict a,
			      const uint16_t *restrict b, int64_t n)
{
	int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x;
	int64_t rest = n / 8 * 8 + i; /* what no vector covers */

	if (i < n / 8)
		((uint4 *)y)[i] = swiglu_eight(__ldg((const uint4 *)a + i),
					       __ldg((const uint4 *)b + i));
	if (rest < n)
		y[rest] = (uint16_t)swiglu_pair(a[rest], b[rest]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[SWIGLU_ELEMS];

	(void)state;
	swiglu<<<(unsigned)aisp_ceil_div(n, 8 * THREADS), THREADS, 0,
		 aisp_stream(io)>>>((uint16_t *)io->out[0].data,
				    (const uint16_t *)io->in[IN_A].data,
				    (const uint16_t *)io->in[IN_B].data, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel, 16 bytes of each array per thread",
	.run = run,
};
