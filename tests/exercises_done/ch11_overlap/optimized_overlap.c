/* SPDX-License-Identifier: MIT
 *
 * An answer: the rows of all requests are one list, of which each thread has a part.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_overlap.h"

#include "rows_overlap.h"

static void my_rows(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[TASKS] * io->param[ROWS];

	scale_rows(io, n * part / n_parts, n * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, my_rows);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "an equal part of all rows for each thread",
	.setup = aisp_team_start,
	.run = run,
};
