/* SPDX-License-Identifier: MIT
 *
 * All layers first, then one all-reduce of all gradients: all of it is exposed, and the
 * first gradients have left the caches.
 * FLAGS: -O3
 */
#include "workload_overlap.h"

#include "layers_overlap.h"

static int run(const struct aisp_io *io, void *state)
{
	struct range all = { 0, layer_range(io, 0).to };

	(void)state;
	for (int64_t i = 0; i < io->param[LAYERS]; i++)
		make_layer(io, i);
	reduce_range(io, all, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all layers, then one all-reduce",
	.run = run,
};
