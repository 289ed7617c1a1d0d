/* SPDX-License-Identifier: MIT
 *
 * Sixteen keys and values at a time are widened to fp32 in the first-level cache, where
 * a group's queries use them, while the next sixteen are on their way: only numbers of
 * the small formats cross the memory bus.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_kv_low.h"

#include "low_heads.h"

#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "widened in the L1 cache, for all queries of a group",
	.run = run,
};
