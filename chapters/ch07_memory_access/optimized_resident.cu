/* SPDX-License-Identifier: MIT
 *
 * Both say how they are used: L2 evicts the streams first and the table last.  A cache
 * policy is a number that the access carries (PTX ISA, createpolicy).
 */
#include "workload_resident.h"

#include "resident_gpu.h"

struct resides {
	uint64_t last;

	__device__ resides(void)
	{
		asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(last));
	}
	template <class T> __device__ T once(const T *p) const
	{
		return __ldcs(p);
	}
	__device__ float again(const float *p) const
	{
		float x;

		asm("ld.global.nc.L2::cache_hint.f32 %0, [%1], %2;"
		    : "=f"(x)
		    : "l"(p), "l"(last));
		return x;
	}
	__device__ void store(float4 *p, float4 v) const
	{
		__stcs(p, v);
	}
};

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_with<struct resides>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "L2 evicts streams first and the table last",
	.run = run,
};
