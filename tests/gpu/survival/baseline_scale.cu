/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return run_scale(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "right",
	.run = run,
};
