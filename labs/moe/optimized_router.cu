/* SPDX-License-Identifier: MIT
 *
 * Experts by two launches whose blocks take tiles from the list that routing wrote, and
 * multiply them by tensor cores; the gate as before.
 * ARCH: sm_90a
 */
#include "workload_router.h"

#include "../../chapters/ch15_serving/experts_list.h"
#include "gate_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, io->param);
	int rc = gate_squares(io, &room);

	if (!rc)
		rc = find_order(io, o);
	return rc ? rc : run_list(io, s, o, room);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a list of tiles for all experts by wgmma, the gate without it",
	.setup = setup,
	.run = run,
	.teardown = free,
};
