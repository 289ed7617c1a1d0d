/* SPDX-License-Identifier: MIT
 *
 * A grid that filled another GPU: 40 SMs of 1024 threads (a T4), as a constant.
 * On a larger one most of the threads that it could hold are missing, and SMs
 * get one block or two by chance.
 */
#include "workload_add.h"

#include "add.h"

#define BLOCK  256
#define BLOCKS 160

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return add_launch(io, BLOCKS, BLOCK);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "160 blocks, whatever the GPU",
	.run = run,
};
