/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the rows of the weights; the depth, along which products
 * are added up, is not divided.
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
