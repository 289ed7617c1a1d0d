/* SPDX-License-Identifier: MIT
 *
 * Each thread has an equal part of the rows.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 * AFTER: norm_add_quant
 */
#include "workload_norm_add_quant.h"

#include <aisp/team.h>

#include "norm_add_quant_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, fused_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows kept in a cache, divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
