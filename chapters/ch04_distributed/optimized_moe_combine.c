/* SPDX-License-Identifier: MIT
 *
 * Each rank shows the rows in the order in which the experts left them; the sum that
 * needs a row reads it once.
 * FLAGS: -O3
 */
#include "workload_moe_combine.h"

#include "rows_moe_combine.h"

/* Shows all rows of this rank's experts. */
static void show_rows(const struct aisp_io *io)
{
	int64_t experts = io->param[EXPERTS], first = io->ranks->rank * experts, n = 0;

	for (int64_t e = first; e < first + experts; e++)
		n += rows_before(io, e, io->ranks->n);
	copy_rows(io, shown_rows(io, io->ranks->rank), aisp_in_f32(io, ROWS_IN), n);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t w = io->param[WIDTH], row = 0;
	const float *next[MOST_EXPERTS];

	(void)state;
	show_counts(io);
	aisp_rank_barrier(r, 1);
	show_rows(io);
	for (int64_t e = 0; e < all_experts(io->param); e++) {
		if (e % io->param[EXPERTS] == 0)
			row = 0;
		next[e] = shown_rows(io, (int)(e / io->param[EXPERTS])) +
			  (row + rows_before(io, e, r->rank)) * w;
		row += rows_before(io, e, r->n);
	}
	aisp_rank_barrier(r, 2);
	sum_rows(io, next);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows published in place, read by the rank that sums them",
	.run = run,
};
