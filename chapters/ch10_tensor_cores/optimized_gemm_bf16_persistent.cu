/* SPDX-License-Identifier: MIT
 *
 * A block stays and takes tile after tile, in an order that keeps what the blocks
 * fetch at a time in L2; two blocks of a cluster share B; a tile's way out overlaps
 * the next one's product.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "persistent_run.h"

using step = plan<BF16, 2, 1, 4, 2, 8, false>;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return persistent_setup<step>(state);
}

static int run(const struct aisp_io *io, void *state)
{
	return persistent_run<step>(io, (const struct state *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "blocks that stay, clusters that share, tiles in L2's order",
	.setup = setup,
	.run = run,
	.teardown = free,
};
