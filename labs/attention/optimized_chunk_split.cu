/* SPDX-License-Identifier: MIT
 *
 * Packed tiles.  When all multiprocessors have had equally many, the remaining tiles
 * are cut along the keys into equal pieces, one for each multiprocessor, wherever tiles
 * end (R. Sanovar et al., Lean Attention, arXiv:2405.10480).
 * ARCH: sm_90a
 */
#include "workload_chunk.h"

#include "chunk_launch.h"

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return setup_chunk<true>(state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	chunk c = chunk_of(io->param, true);
	int n_blocks = min(s->n_blocks, MOST_BLOCKS);

	cut_pieces(c, n_blocks);
	return launch_chunk<true>(io, s, c, n_blocks);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "an equal piece of all keys for each multiprocessor",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
