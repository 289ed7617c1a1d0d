/* SPDX-License-Identifier: MIT
 *
 * The whole prompt is prefilled, then all pages are handed over: decoding waits for all
 * layers, and then for the copies.
 * FLAGS: -O3
 */
#include "workload_kv_handoff.h"

#include "pages_kv_handoff.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;

	(void)state;
	for (int64_t l = 0; l < io->param[LAYERS] && !r->rank; l++)
		prefill_layer(io, l);
	aisp_rank_barrier(r, 1);
	for (int64_t l = 0; l < io->param[LAYERS] && r->rank; l++)
		take_layer(io, l);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "prefill all layers, then hand over all pages",
	.run = run,
};
