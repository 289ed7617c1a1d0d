/* SPDX-License-Identifier: MIT
 *
 * A tile has queries of all heads that share their keys, fewer of each: a chunk need
 * not be a multiple of 128 to fill tiles, only its product with the group.
 * ARCH: sm_90a
 */
#include "workload_chunk.h"

#include "chunk_launch.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return setup_chunk<false>(state);
}

static int run(const struct aisp_io *io, void *state)
{
	chunk c = chunk_of(io->param, true);

	return launch_chunk<false>(io, (const struct state *)state, c, c.n_tiles);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "a block for each 128 queries of the heads that share keys",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
