/* SPDX-License-Identifier: MIT
 *
 * The same, with the heads divided among the threads: no two threads add to the same
 * row of dq.
 * FLAGS: -O3 -ffp-contract=fast -fopenmp
 * AFTER: attention_bwd
 */
#include "workload_attention_bwd.h"

#include <aisp/team.h>

#include "attention_bwd_tile.h"

static int setup(const struct aisp_io *io, void **state)
{
	return tiles_setup(io, state) ? -ENOMEM : aisp_team_start(io, state);
}

static int run(const struct aisp_io *io, void *state)
{
	struct tiles *tiles = state;

#pragma omp parallel for num_threads(io->n_threads) schedule(static)
	for (int64_t h = 0; h < io->param[HEADS]; h++)
		head_of(io, h, &tiles[omp_get_thread_num()]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, heads divided among threads",
	.setup = setup,
	.run = run,
	.teardown = free,
};
