/* SPDX-License-Identifier: MIT
 *
 * Rows that need no neighbour are computed first, while the neighbours show theirs; a
 * rank waits only for its two neighbours.
 */
#include "workload_halo.h"

#include "grid.h"
#include "rounds.h"

static void await_neighbours(const struct aisp_ranks *r, int64_t step)
{
	if (r->rank > 0)
		await_round(r, r->rank - 1, (int)step + 1);
	if (r->rank < r->n - 1)
		await_round(r, r->rank + 1, (int)step + 1);
}

static int setup(const struct aisp_io *io, void **state)
{
	return new_grids(io, 1, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct grids *g = state;

	begin_grids(io, g);
	for (int64_t step = 0; step < io->param[STEPS]; step++) {
		show_rows(g, step);
		finish_round(g->r, (int)step + 1);
		step_rows(g, 1, g->rows - 1);
		await_neighbours(g->r, step);
		take_rows(g, step);
		step_rows(g, 0, 1);
		if (g->rows > 1)
			step_rows(g, g->rows - 1, g->rows);
		swap_grids(g);
	}
	end_grids(io, g);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "inner rows are computed while edge rows are exchanged",
	.setup = setup,
	.run = run,
	.teardown = free_grids,
};
