/* SPDX-License-Identifier: MIT
 *
 * A layer's gradients are summed in a stream of their own, by a few blocks, while the
 * layers before it are worked on: what is left exposed is the last layer's sum.
 */
#include "workload_overlap.h"

#include "beside_gpu.h"
#include "layers_overlap_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct streams *b = (const struct streams *)state;
	int64_t last = io->param[LAYERS] - 1;
	int status = 0;

	for (int64_t i = 0; i <= last && !status; i++) {
		status = make_layer(io, i);
		if (!status)
			status = streams_fork(b, aisp_stream(io));
		if (!status)
			status = launch_span(io, layer_span(io, i),
					     i < last ? SUM_BLOCKS_BESIDE : SUM_BLOCKS,
					     b->stream[0]);
	}
	return status ? status : streams_join(b, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "each layer's all-reduce overlaps the next layer",
	.setup = beside_setup,
	.run = run,
	.teardown = beside_teardown,
};
