/* SPDX-License-Identifier: MIT
 *
 * As optimized_experts.cu, but both warpgroups begin a tile together.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#define LEAD 0 /* what pairs_plan.h would set */
#include "pairs_list.h"

static int run(const struct aisp_io *io, void *state)
{
	return run_list(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products in one launch, warpgroups in step",
	.setup = setup,
	.run = run,
	.teardown = free,
};
