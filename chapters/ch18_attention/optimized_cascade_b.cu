/* SPDX-License-Identifier: MIT
 *
 * The same with tiles of 128 tokens in two stages: fewer turns, but bytes come later.
 * ARCH: sm_90a
 * WORKSPACE: 528 * heads * round_up(batch * group, 128) * 17
 */
#include "workload_cascade.h"

#define PREFIX_KEYS   128
#define PREFIX_STAGES 2
#define MOST_PAIR     1
#include "cascade_launch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the prefix once for 128 queries, by warpgroups; 2 stages of 128",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
