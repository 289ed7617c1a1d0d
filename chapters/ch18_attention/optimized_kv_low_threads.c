/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the heads of sequences.
 * FLAGS: -O3 -fopenmp
 * AFTER: kv_low
 */
#include "workload_kv_low.h"

#include "low_heads.h"

#define TEAM
#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "widened in the L1 cache, heads divided among threads",
	.setup = aisp_team_start,
	.run = run,
};
