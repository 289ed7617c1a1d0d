/* SPDX-License-Identifier: MIT
 *
 * The prefix as a product of matrices by warpgroups: the queries of all sequences in
 * tiles of 128, blocks for parts of the prefix.  While two warpgroups of a block
 * multiply, three warps of the third meet sequences' own tokens, whose bytes come when
 * memory has little else to do.  A second kernel merges.
 * ARCH: sm_90a
 * WORKSPACE: 528 * heads * round_up(batch * group, 128) * 17
 */
#include "workload_cascade.h"

#define MOST_PAIR 1
#include "cascade_launch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the prefix once for 128 queries, by warpgroups; own tokens beside",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
