/* SPDX-License-Identifier: MIT
 *
 * An all-reduce after each layer, for which all ranks wait: the sums find the gradients
 * in the caches, but each layer is as late as its slowest rank.
 * FLAGS: -O3
 */
#include "workload_overlap.h"

#include "layers_overlap.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < io->param[LAYERS]; i++) {
		make_layer(io, i);
		reduce_range(io, layer_range(io, i), 2 * (uint32_t)i + 1);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a blocking all-reduce after each layer",
	.run = run,
};
