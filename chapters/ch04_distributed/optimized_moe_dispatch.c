/* SPDX-License-Identifier: MIT
 *
 * Ranks exchange counts first, so that each block of rows is copied straight to its
 * final place.
 */
#include "workload_moe_dispatch.h"

#include "rows_moe_dispatch.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *from[AISP_MAX_RANKS];

	(void)state;
	pack(io);
	aisp_rank_barrier(io->ranks, 1);
	for (int rank = 0; rank < io->ranks->n; rank++)
		from[rank] = rows_of(io, rank) + first_row(io, rank) * io->param[WIDTH];
	by_expert(io, from);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows copied from the senders' blocks to their final place",
	.run = run,
};
