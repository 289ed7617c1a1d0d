/* SPDX-License-Identifier: MIT
 *
 * Sixteen keys are the lanes of a vector: 64 queries make it worth transposing the
 * keys.
 * FLAGS: -O3 -fopenmp-simd
 * AFTER: verify
 */
#include "workload_verify.h"

#include "verify_lanes.h"

#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "keys as lanes, no score is a sum across a vector",
	.run = run,
};
