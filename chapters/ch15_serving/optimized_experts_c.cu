/* SPDX-License-Identifier: MIT
 *
 * As optimized_experts.cu, but only who reads h has a fence for TMA.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#define TELLS_ASYNC 0 /* what a header would set */

#include "pairs_list.h"

static int run(const struct aisp_io *io, void *state)
{
	return run_list(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products in one launch, one fence less",
	.setup = setup,
	.run = run,
	.teardown = free,
};
