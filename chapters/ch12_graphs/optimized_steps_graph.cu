/* SPDX-License-Identifier: MIT
 *
 * All launches as one graph, prepared beforehand: the GPU follows its edges by
 * itself.
 */
#include "workload_steps.h"

#include "ring_kernel.h"

static int capture(const struct aisp_io *io)
{
	return enqueue(aisp_out_f32(io, 0), aisp_in_f32(io, 0), (float *)io->workspace,
		       (int)io->param[N], io->param[STEPS], aisp_stream(io));
}

#include "graph_steps.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the launches as one graph",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
