/* SPDX-License-Identifier: MIT
 *
 * In each step all ranks show their rows, wait for all, and then compute.
 */
#include "workload_halo.h"

#include "grid.h"

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
		aisp_rank_barrier(g->r, (uint32_t)step + 1);
		take_rows(g, step);
		step_rows(g, 0, g->rows);
		swap_grids(g);
	}
	end_grids(io, g);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "exchange edges, wait for all ranks, then compute",
	.setup = setup,
	.run = run,
	.teardown = free_grids,
};
