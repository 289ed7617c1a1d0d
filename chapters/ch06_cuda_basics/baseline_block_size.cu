/* SPDX-License-Identifier: MIT
 *
 * Blocks of one warp.  An SM holds 32 blocks at most, hence half of its 64 warps,
 * and a new block has to be started for each 32 elements.
 */
#include "workload_add.h"

#include "add.h"

#define BLOCK 32

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return add_launch(io, aisp_ceil_div(io->param[N], BLOCK), BLOCK);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "blocks of 32 threads",
	.run = run,
};
