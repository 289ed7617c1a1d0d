/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the experts, by their rows, and its own sums for all
 * tokens, which are added up at the end.
 * FLAGS: -O3 -fopenmp -Wno-psabi
 * LIBS: -lm
 */
#include "workload_experts.h"

#include "experts_team.h"

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);

	(void)state;
	route_all(io, &m);
	aisp_team_run(io, pass_part);
	aisp_team_run(io, combine_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "experts divided among threads, by their rows",
	.setup = aisp_team_start,
	.run = run,
};
