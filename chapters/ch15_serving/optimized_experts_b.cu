/* SPDX-License-Identifier: MIT
 *
 * As optimized_experts.cu, but the second warpgroup follows two steps behind.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#define LEAD 2 /* what a header would set */

#include "pairs_list.h"

static int run(const struct aisp_io *io, void *state)
{
	return run_list(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products in one launch, warpgroups apart",
	.setup = setup,
	.run = run,
	.teardown = free,
};
