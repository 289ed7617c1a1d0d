/* SPDX-License-Identifier: MIT
 *
 * Threads in place of streams: each takes the next request as soon as it is free.  At
 * the end all wait for the last one.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_overlap.h"

#include "rows_overlap.h"

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS];

	(void)state;
#pragma omp parallel for schedule(dynamic) num_threads(io->n_threads)
	for (int64_t t = 0; t < io->param[TASKS]; t++)
		scale_rows(io, t * rows, (t + 1) * rows);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the next request to whichever thread is free",
	.setup = aisp_team_start,
	.run = run,
};
