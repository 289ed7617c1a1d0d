/* SPDX-License-Identifier: MIT
 *
 * Rows are packed by expert, exchanged with all ranks in blocks of as many rows as
 * there are, and then reordered from ranks to experts: three copies.
 */
#include "workload_moe_dispatch.h"

#include "rows_moe_dispatch.h"

static int run(const struct aisp_io *io, void *state)
{
	const float *from[AISP_MAX_RANKS];
	float *to = io->workspace;

	(void)state;
	pack(io);
	aisp_rank_barrier(io->ranks, 1);
	for (int rank = 0; rank < io->ranks->n; rank++) {
		int64_t n = 0;

		for (int64_t e = 0; e < io->param[EXPERTS]; e++)
			n += n_rows(io, rank, e);
		copy_rows(io, to,
			  rows_of(io, rank) + first_row(io, rank) * io->param[WIDTH],
			  n);
		from[rank] = to;
		to += n * io->param[WIDTH];
	}
	by_expert(io, from);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "pack, exchange, order by expert",
	.run = run,
};
