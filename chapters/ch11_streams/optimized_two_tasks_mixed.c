/* SPDX-License-Identifier: MIT
 *
 * Every thread does both tasks, some points for each row: it computes the polynomial of
 * those points while the prefetched lines of the next row are on their way.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_two_tasks.h"

#include "tasks_two_tasks.h"

#define LINE 16 /* floats */

static void announce(const float *x, int64_t n)
{
	for (int64_t j = 0; j < n; j += LINE)
		__builtin_prefetch(x + j);
}

static void mixed(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], points = io->param[POINTS];
	int64_t first = rows * part / n_parts, end = rows * (part + 1) / n_parts;

	for (int64_t i = first; i < end; i++) {
		if (i + 1 < end)
			announce(aisp_in_f32(io, X) + (i + 1) * io->param[COLS],
				 io->param[COLS]);
		put_values(io, points * i / rows, points * (i + 1) / rows);
		sum_rows(io, i, i + 1);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, mixed);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both tasks in every thread, rows prefetched",
	.setup = aisp_team_start,
	.run = run,
};
