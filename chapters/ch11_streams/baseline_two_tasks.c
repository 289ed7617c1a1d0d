/* SPDX-License-Identifier: MIT
 *
 * One task after the other, each on all threads: memory is idle in the second half, and
 * the multipliers in the first.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_two_tasks.h"

#include "tasks_two_tasks.h"

static void in_turns(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], points = io->param[POINTS];

	sum_rows(io, rows * part / n_parts, rows * (part + 1) / n_parts);
#pragma omp barrier
	put_values(io, points * part / n_parts, points * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, in_turns);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one task after the other, each on all threads",
	.setup = aisp_team_start,
	.run = run,
};
