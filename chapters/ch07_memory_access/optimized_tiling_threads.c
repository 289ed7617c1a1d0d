/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the rows, in whole blocks.
 * FLAGS: -fopenmp
 * AFTER: tiling_block
 */
#include "workload_tiling.h"

#include "filter_block.h"
#include <aisp/team.h>

/* Where part k of n begins: blocks do, behind the rows at the edge. */
static int64_t begin(int64_t rows, int64_t k, int64_t n)
{
	int64_t at = RADIUS + rows / HEIGHT * k / n * HEIGHT;

	return k == 0 ? 0 : k == n || at > rows ? rows : at;
}

static void filter_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS];

	filter_rows(io, begin(rows, part, n_parts), begin(rows, part + 1, n_parts));
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, filter_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
