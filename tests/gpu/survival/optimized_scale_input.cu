/* SPDX-License-Identifier: MIT */
#include "workload_scale.h"

#include "scale.cuh"

static __global__ void poke(float *x)
{
	x[0] = 1;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	poke<<<1, 1, 0, aisp_stream(io)>>>((float *)io->in[0].data);
	return run_scale(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_OPTIMIZED,
	.summary = "writes to its input",
	.run = run,
};
