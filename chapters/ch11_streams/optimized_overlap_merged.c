/* SPDX-License-Identifier: MIT
 *
 * The rows of all requests are one list, of which each thread has an equal part: there
 * is no queue, and no thread waits for a request that began last.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_overlap.h"

#include "rows_overlap.h"

static void scale_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[TASKS] * io->param[ROWS];

	scale_rows(io, rows * part / n_parts, rows * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, scale_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "all rows as one list, cut evenly",
	.setup = aisp_team_start,
	.run = run,
};
