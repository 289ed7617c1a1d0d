/* SPDX-License-Identifier: MIT
 *
 * Blocks of 128 threads, a habit.  The tables of four such blocks fill an SM's
 * shared memory, and 512 of its 2048 threads are all that run.
 */
#include "workload_lookup.h"

#include "lookup.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	return lookup_prepare();
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return lookup_launch(io, 128);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "blocks of 128 threads, by habit",
	.setup = setup,
	.run = run,
};
