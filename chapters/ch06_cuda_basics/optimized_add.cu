/* SPDX-License-Identifier: MIT
 *
 * A thread for each element, in as many blocks as that takes: all SMs.
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
	.summary = "a thread for each element: all SMs",
	.run = run,
};
