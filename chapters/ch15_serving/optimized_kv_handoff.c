/* SPDX-License-Identifier: MIT
 *
 * Layer by layer: a layer's pages are copied while the next layer is prefilled, so that
 * only the pages of the last one are waited for (P. Patel and others, Splitwise, 2024).
 * FLAGS: -O3
 */
#include "workload_kv_handoff.h"

#include "pages_kv_handoff.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;

	(void)state;
	for (int64_t l = 0; l < io->param[LAYERS]; l++)
		if (r->rank) {
			aisp_signal_wait(r, 0, 0, (uint32_t)l + 1);
			take_layer(io, l);
		} else {
			prefill_layer(io, l);
			aisp_signal_set(r, 0, 0, (uint32_t)l + 1);
		}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each layer's pages are sent while the next is computed",
	.run = run,
};
