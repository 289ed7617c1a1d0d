/* SPDX-License-Identifier: MIT
 *
 * Accesses to data that are used once say so: caches evict these data first.
 */
#include "workload_resident.h"

#include "resident_gpu.h"

struct streams {
	template <class T> __device__ T once(const T *p) const
	{
		return __ldcs(p);
	}
	__device__ float again(const float *p) const
	{
		return __ldg(p);
	}
	__device__ void store(float4 *p, float4 v) const
	{
		__stcs(p, v);
	}
};

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_with<struct streams>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "L2 evicts streams first",
	.run = run,
};
