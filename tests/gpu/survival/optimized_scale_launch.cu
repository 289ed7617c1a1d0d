/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	scale<<<1, 2048, 0, aisp_stream(io)>>>(aisp_in_f32(io, 0), aisp_out_f32(io, 0),
					       1);
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "launches more threads a block than there can be",
	.run = run,
};
