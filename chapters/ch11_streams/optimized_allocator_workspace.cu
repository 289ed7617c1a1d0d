/* SPDX-License-Identifier: MIT
 *
 * No allocation: the caller lends the scratch, as good libraries ask.
 */
#include "workload_allocator.h"

#include "mean_squares.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return mean_squares(io, io->workspace);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the caller's workspace",
	.run = run,
};
