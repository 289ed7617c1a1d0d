/* SPDX-License-Identifier: MIT
 *
 * The prefix is read and widened once, for the queries of all sequences.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_cascade.h"

#define ATTEND AISP_BEST(attend_rows)
#include "cascade_cpu.h"

#include "decode_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the prefix once for all sequences",
	.run = run,
};
