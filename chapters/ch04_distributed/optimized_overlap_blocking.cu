/* SPDX-License-Identifier: MIT
 *
 * An all-reduce after each layer, for which all ranks wait: the gradients are still in
 * the second-level cache, but each layer is as late as its slowest rank.
 */
#include "workload_overlap.h"

#include "layers_overlap_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	int status = 0;

	(void)state;
	for (int64_t i = 0; i < io->param[LAYERS] && !status; i++) {
		status = make_layer(io, i);
		if (!status)
			status = launch_span(io, layer_span(io, i), SUM_BLOCKS,
					     aisp_stream(io));
	}
	return status;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a blocking all-reduce after each layer",
	.run = run,
};
