/* SPDX-License-Identifier: MIT
 *
 * One kernel, 16 bytes per access, AHEAD of them of each input under way in each
 * thread; a power of two and a reciprocal by the special unit.
 */
#include "workload_swiglu_bf16.h"

#include "bf16_words.h"

#define THREADS 256
#define AHEAD   2

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
	int64_t i = (int64_t)blockIdx.x * THREADS * AHEAD + threadIdx.x;
	int64_t rest = n / 8 * 8 + i; /* what no vector covers */
	uint4 u[AHEAD], v[AHEAD];

#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		if (i + k * THREADS < n / 8) {
			u[k] = __ldcs((const uint4 *)a + i + k * THREADS);
			v[k] = __ldcs((const uint4 *)b + i + k * THREADS);
		}
#pragma unroll
	for (int k = 0; k < AHEAD; k++)
		if (i + k * THREADS < n / 8)
			__stcs((uint4 *)y + i + k * THREADS, swiglu_eight(u[k], v[k]));
	if (rest < n)
		y[rest] = (uint16_t)swiglu_pair(a[rest], b[rest]);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[SWIGLU_ELEMS];

	(void)state;
	swiglu<<<(unsigned)aisp_ceil_div(n, 8 * THREADS * AHEAD), THREADS, 0,
		 aisp_stream(io)>>>((uint16_t *)io->out[0].data,
				    (const uint16_t *)io->in[IN_A].data,
				    (const uint16_t *)io->in[IN_B].data, n);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one kernel, 16 bytes per access",
	.run = run,
};
