/* SPDX-License-Identifier: MIT
 *
 * Tokens to threads for the gate, rows in the order of experts for the rest; one thread
 * routes, which costs little.
 * FLAGS: -O3 -fopenmp -Wno-psabi
 * LIBS: -lm
 */
#include "workload_router.h"

#include "gate_cpu.h"

#define EXPERT_LANES "../../chapters/ch15_serving/expert_lanes.h"
#include "../../chapters/ch15_serving/experts_team.h"

static int run(const struct aisp_io *io, void *state)
{
	struct experts m = experts_of(io);

	(void)state;
	aisp_team_run(io, gate_part);
	route_all(io, &m);
	aisp_team_run(io, pass_part);
	aisp_team_run(io, combine_part);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the same, divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
