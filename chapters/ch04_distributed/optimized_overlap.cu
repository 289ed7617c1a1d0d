/* SPDX-License-Identifier: MIT
 *
 * A few blocks in a stream of their own sum a layer's gradients while the layers before
 * it are computed: only the sum of the last layer is left exposed.
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
