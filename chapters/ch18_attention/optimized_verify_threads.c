/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the heads of sequences.
 * FLAGS: -O3 -fopenmp
 * AFTER: verify_lanes
 */
#include "workload_verify.h"

#include "verify_lanes.h"

#define TEAM
#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "keys as lanes, heads divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
