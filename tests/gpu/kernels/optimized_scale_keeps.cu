/* SPDX-License-Identifier: MIT
 *
 * Asks L2 to keep the input: it would be there in the next call, did no flush put it
 * out.
 *
 * ARCH: sm_90
 * SUMMARY: loads that evict last
 * LAUNCH: scale<<<ceil_div(n, 256), 256>>>(x, y, n)
 */
#include "workload_scale.h"

static __device__ float load_last(const float *x)
{
	uint64_t policy;
	float v;

	asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;"
		     : "=l"(policy));
	asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;"
		     : "=f"(v)
		     : "l"(x), "l"(policy));
	return v;
}

__global__ void scale(const float *x, float *y, int64_t n)
{
	int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;

	if (i < n)
		y[i] = 2 * load_last(x + i);
}
