/* SPDX-License-Identifier: MIT
 *
 * The same, and two blocks of a cluster, which meet the same tokens of the prefix,
 * fetch half of them each, for both.
 * ARCH: sm_90a
 * WORKSPACE: 528 * heads * round_up(batch * group, 128) * 17
 */
#include "workload_cascade.h"

#define MOST_PAIR 2
#include "cascade_launch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the prefix once for 128 queries, fetched for two blocks at once",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
