/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

#include <stdlib.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	exit(0);
	return run_scale(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "leaves",
	.run = run,
};
