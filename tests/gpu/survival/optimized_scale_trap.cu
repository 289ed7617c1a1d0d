/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static __global__ void trap(void)
{
	__trap();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	trap<<<1, 1, 0, aisp_stream(io)>>>();
	return run_scale(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "traps in a kernel",
	.run = run,
};
