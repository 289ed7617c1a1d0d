/* SPDX-License-Identifier: MIT
 *
 * A block for each expert, 64 of its tokens and 64 rows of its weights: tiles in shared
 * memory, multiplied by the ordinary units in fp32.  Blocks beyond an expert's tokens
 * end at once.
 */
#include "workload_experts.h"

#include "experts_tiles.h"

static int run(const struct aisp_io *io, void *state)
{
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, io->param);
	int rc = find_order(io, o);

	(void)state;
	return rc ? rc : run_squares(io, o, room);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles of 64 x 64 for each expert, without tensor cores",
	.run = run,
};
