/* SPDX-License-Identifier: MIT
 *
 * wgmma with the weights as its first operand, 64 rows of them, so that a batch of 1 to
 * 64 wastes little; a tile of all k for each block.
 * ARCH: sm_90a
 */
#include "workload_gemm_small.h"

#include "small_run.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return small_setup(state, CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
}

static int run(const struct aisp_io *io, void *state)
{
	return small_run(io, (const struct state *)state,
			 whole_tiles(io->param[N], io->param[K], 1));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary =
		"wgmma on weights as the first operand, a block for 64 of their rows",
	.setup = setup,
	.run = run,
	.teardown = free,
};
