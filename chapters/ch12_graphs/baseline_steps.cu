/* SPDX-License-Identifier: MIT
 *
 * A launch per step: the processor prepares and submits each kernel, which takes
 * longer than the kernel.
 */
#include "workload_steps.h"

#include "ring_kernel.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return enqueue(aisp_out_f32(io, 0), aisp_in_f32(io, 0), (float *)io->workspace,
		       (int)io->param[N], io->param[STEPS], aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a launch per step",
	.run = run,
};
