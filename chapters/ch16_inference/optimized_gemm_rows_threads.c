/* SPDX-License-Identifier: MIT
 *
 * Rows of the weights to threads: the depth, along which numbers are added up, is not
 * shared out.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_gemm_rows.h"

#include <aisp/team.h>

#include "rows_tile.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, multiply_w_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows of weights divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
