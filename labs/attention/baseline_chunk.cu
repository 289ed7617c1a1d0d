/* SPDX-License-Identifier: MIT
 *
 * The kernel of chapter 18 that is best at whole prompts: a block for each tile of 128
 * queries of a head.
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
	chunk c = chunk_of(io->param, false);

	return launch_chunk<false>(io, (const struct state *)state, c, c.n_tiles);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block for each 128 queries of a head",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
