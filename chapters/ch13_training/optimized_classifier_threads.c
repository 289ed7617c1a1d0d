/* SPDX-License-Identifier: MIT
 *
 * The same; each thread has a part of the rows.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_classifier.h"

#include <aisp/team.h>

#include "classifier_row.h"

static void classify_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], first = rows * part / n_parts;

	for (int64_t i = first; i < rows * (part + 1) / n_parts; i++)
		classify_row(io, i, (float *)io->workspace + first * io->param[VOCAB]);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, classify_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, rows divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
