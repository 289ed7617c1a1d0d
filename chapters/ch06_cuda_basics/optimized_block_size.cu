/* SPDX-License-Identifier: MIT
 *
 * Blocks of eight warps: eight of them fill an SM.
 */
#include "workload_add.h"

#include "add.h"

#define BLOCK 256

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return add_launch(io, aisp_ceil_div(io->param[N], BLOCK), BLOCK);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "blocks of 256 threads",
	.run = run,
};
