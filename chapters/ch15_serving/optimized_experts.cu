/* SPDX-License-Identifier: MIT
 *
 * One launch makes both products, for any distribution of tokens: pairs of blocks halve
 * an expert's tokens and share its weights.  Tiles of the second product run between
 * those of the first, as soon as their h is there.
 * ARCH: sm_90a
 */
#include "workload_experts.h"

#include "pairs_list.h"

static int run(const struct aisp_io *io, void *state)
{
	return run_list(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "both products in one launch, weights multicast to pairs, wgmma",
	.setup = setup,
	.run = run,
	.teardown = free,
};
