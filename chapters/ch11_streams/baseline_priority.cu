/* SPDX-License-Identifier: MIT
 *
 * Two streams of equal rank.  A step of the chain gets its turn when the last
 * block of the background has started: the chain runs after it, not beside it.
 */
#include "workload_priority.h"

#include "beside.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return streams_new((struct streams **)state, 1, 0);
}

static int run(const struct aisp_io *io, void *state)
{
	return beside_run(io, (const struct streams *)state);
}

static void teardown(void *state)
{
	streams_free((struct streams *)state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "two streams of equal priority",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
