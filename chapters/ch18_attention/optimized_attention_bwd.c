/* SPDX-License-Identifier: MIT
 *
 * Tiles of both matrices are computed again and stay in the caches.
 * FLAGS: -O3 -ffp-contract=fast
 */
#include "workload_attention_bwd.h"

#include "attention_bwd_tile.h"

static int run(const struct aisp_io *io, void *state)
{
	for (int64_t h = 0; h < io->param[HEADS]; h++)
		head_of(io, h, state);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles computed again from lse, all five products from the caches",
	.setup = tiles_setup,
	.run = run,
	.teardown = free,
};
