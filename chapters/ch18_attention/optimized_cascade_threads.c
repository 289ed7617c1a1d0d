/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the heads.
 * FLAGS: -O3 -fopenmp
 * AFTER: cascade_lanes
 */
#include "workload_cascade.h"

#define ATTEND AISP_BEST(attend_lanes)
#include "cascade_cpu.h"

#define TEAM
#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the prefix once, keys as lanes, heads divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
