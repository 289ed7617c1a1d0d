/* SPDX-License-Identifier: MIT
 *
 * All layers first, then one all-reduce of all gradients: all of it is exposed.
 */
#include "workload_overlap.h"

#include "layers_overlap_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	struct span all = layer_span(io, 0);
	int status = 0;

	(void)state;
	for (int64_t i = 0; i < io->param[LAYERS] && !status; i++)
		status = make_layer(io, i);
	all.from = 0;
	return status ? status : launch_span(io, all, SUM_BLOCKS, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all layers, then one all-reduce",
	.run = run,
};
