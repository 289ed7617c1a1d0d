/* SPDX-License-Identifier: MIT
 *
 * Each thread has an equal number of rows, as one usually cuts a loop over rows: the
 * first thread gets nearly all elements.
 * FLAGS: -fopenmp
 */
#include <aisp/team.h>

#include "workload_spmv.h"

#include "sparse_rows.h"

static void multiply_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct sparse a = sparse_of(io);
	int64_t rows = io->param[ROWS];

	multiply_rows(&a, rows * part / n_parts, rows * (part + 1) / n_parts);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, multiply_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows divided equally among threads",
	.setup = aisp_team_start,
	.run = run,
};
