/* SPDX-License-Identifier: MIT
 *
 * Each thread has an equal part of the area of the halves, not of their rows.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_muon.h"

#include <aisp/team.h>

#include "muon_half.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, muon_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, parts of equal area for each thread",
	.setup = aisp_team_start,
	.run = run,
};
