/* SPDX-License-Identifier: MIT
 *
 * A layer's gradients are summed while the layers before it are computed: a rank waits
 * only if a peer is a whole layer late, and the sums find their terms in the caches.
 * FLAGS: -O3
 */
#include "workload_overlap.h"

#include "layers_overlap.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct pieces p = { io, io->param[LAYERS], layer_range, make_layer };

	(void)state;
	reduce_behind(&p);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each layer's all-reduce overlaps the next layer",
	.run = run,
};
