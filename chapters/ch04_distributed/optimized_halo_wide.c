/* SPDX-License-Identifier: MIT
 *
 * One exchange of as many rows as there are steps.  After it no rank waits; both
 * neighbours compute the rows that they share (J. Demmel and others, Avoiding
 * communication in sparse matrix computations, 2008).
 */
#include "workload_halo.h"

#include "grid.h"
#include "rounds.h"

static int setup(const struct aisp_io *io, void **state)
{
	return new_grids(io, io->param[STEPS], state);
}

/* Copies this rank's rows from `from` on into part 0 or 1 of its window. */
static void show(const struct grids *g, int part, int64_t from)
{
	float *window = g->r->window[g->r->rank];

	for (int64_t i = 0; i < g->extra; i++)
		copy_row(g, window + (part * g->extra + i) * g->cols,
			 g->now + (from + i) * g->row);
}

static void take(const struct grids *g, int rank, int part, int64_t to)
{
	if (rank < 0 || rank >= g->r->n)
		return;
	await_round(g->r, rank, 1);
	for (int64_t i = 0; i < g->extra; i++)
		copy_row(g, g->now + (to + i) * g->row,
			 (const float *)g->r->window[rank] +
				 (part * g->extra + i) * g->cols);
}

static void exchange(const struct grids *g)
{
	show(g, 0, 0);
	show(g, 1, g->rows - g->extra);
	finish_round(g->r, 1);
	take(g, g->r->rank - 1, 1, -g->extra);
	take(g, g->r->rank + 1, 0, g->rows);
}

static int run(const struct aisp_io *io, void *state)
{
	struct grids *g = state;

	begin_grids(io, g);
	exchange(g);
	for (int64_t left = g->extra - 1; left >= 0; left--) {
		int64_t above = g->r->rank > 0 ? left : 0;
		int64_t below = g->r->rank < g->r->n - 1 ? left : 0;

		step_rows(g, -above, g->rows + below);
		swap_grids(g);
	}
	end_grids(io, g);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one exchange for all steps, with one edge row per step",
	.setup = setup,
	.run = run,
	.teardown = free_grids,
};
