/* SPDX-License-Identifier: MIT
 *
 * Two launches multiply, whatever experts have which tokens: their blocks take tiles
 * from a list that routing wrote, gather the rows of tokens, and gate in registers.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#include "experts_list.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, io->param);
	int rc = find_order(io, o);

	return rc ? rc : run_list(io, s, o, room);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a list of tiles, two launches for all experts, wgmma on weights",
	.setup = setup,
	.run = run,
	.teardown = free,
};
