/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the rows of dx, and a part of the outputs of dw and db, so
 * that no sum is shared.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_linear_bwd.h"

#include <aisp/team.h>

#include "linear_tile.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, linear_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, results divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
