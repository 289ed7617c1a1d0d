/* SPDX-License-Identifier: MIT
 *
 * As optimized_experts.cu, but L2 is told of weights four steps ahead.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#define AHEAD 4 /* what a header would set */

#include "pairs_list.h"

static int run(const struct aisp_io *io, void *state)
{
	return run_list(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products in one launch, prefetch to L2",
	.setup = setup,
	.run = run,
	.teardown = free,
};
