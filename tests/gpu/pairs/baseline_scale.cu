/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "../survival/scale_run.cuh"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "one element per thread",
	.run = run,
};
