/* SPDX-License-Identifier: MIT
 *
 * The queries of all sequences are a matrix, which makes it worth transposing the keys:
 * sixteen of them are the lanes of a vector.
 * FLAGS: -O3 -fopenmp-simd
 * AFTER: cascade
 */
#include "workload_cascade.h"

#define ATTEND AISP_BEST(attend_lanes)
#include "cascade_cpu.h"

#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the prefix once, keys as lanes",
	.run = run,
};
