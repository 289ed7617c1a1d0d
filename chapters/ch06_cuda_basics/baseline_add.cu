/* SPDX-License-Identifier: MIT
 *
 * One block of 1024 threads: a block stays on the SM that it starts on, and the
 * others stand idle.
 */
#include "workload_add.h"

#include "add.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return add_launch(io, 1, 1024);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "one block: one SM",
	.run = run,
};
