/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the pages.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_swap.h"

#include <aisp/team.h>

#include "swap_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	aisp_team_run(io, swap_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "non-temporal stores outward, pages divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
