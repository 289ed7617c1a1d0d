/* SPDX-License-Identifier: MIT
 *
 * Accesses like any other.
 */
#include "workload_resident.h"

#include "resident_gpu.h"

struct plain {
	template <class T> __device__ T once(const T *p) const
	{
		return __ldg(p);
	}
	__device__ float again(const float *p) const
	{
		return __ldg(p);
	}
	__device__ void store(float4 *p, float4 v) const
	{
		*p = v;
	}
};

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_with<struct plain>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "plain accesses",
	.run = run,
};
