/* SPDX-License-Identifier: MIT
 *
 * The gate as an expert that all tokens go to; then a block for each expert, 64 of its
 * tokens and 64 rows of its weights.  Ordinary units, fp32.
 */
#include "workload_router.h"

#include "gate_gpu.h"

static int run(const struct aisp_io *io, void *state)
{
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, io->param);
	int rc = gate_squares(io, &room);

	(void)state;
	if (!rc)
		rc = find_order(io, o);
	return rc ? rc : run_squares(io, o, room);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles of 64 x 64 for each expert, without tensor cores",
	.run = run,
};
