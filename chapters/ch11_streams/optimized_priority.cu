/* SPDX-License-Identifier: MIT
 *
 * The chain in a stream of the highest priority: whenever a block of the background
 * ends, a waiting block of the chain takes its place.  None is stopped for that.
 */
#include "workload_priority.h"

#include "beside.h"

static int setup(const struct aisp_io *io, void **state)
{
	int least, greatest; /* the greatest has the least number */

	(void)io;
	AISP_TRY(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	if (least == greatest)
		return -ENOTSUP;
	return streams_new((struct streams **)state, 1, greatest);
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
	.summary = "the chain in a stream of the highest priority",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "streams of several priorities",
};
