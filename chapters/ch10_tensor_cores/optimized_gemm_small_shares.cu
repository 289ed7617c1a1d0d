/* SPDX-License-Identifier: MIT
 *
 * As many blocks as there are multiprocessors take equal shares of the weights,
 * wherever tiles begin; sums of a tile meet in the order of k.  L2 fetches what is
 * asked for, nothing ahead.
 * ARCH: sm_90a
 */
#include "workload_gemm_small.h"

#include "small_run.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = small_setup(state, CU_TENSOR_MAP_L2_PROMOTION_L2_128B);
	size_t share = (size_t)MOST_BANDS * BAND * MOST_ROWS * sizeof(float);

	if (rc)
		return rc;
	rc = ((const struct state *)*state)->n_blocks;
	return rc <= MOST_SHARES && io->workspace_bytes >= (size_t)rc * share
		       ? 0
		       : -ENOTSUP;
}

/*
 * By the weights' shape and the GPU's size, whatever m is.  Where there are more bands
 * than blocks, tiles have two, so that one A does for both.  Where next to all blocks
 * get work if no share ends within another tile than it began in, sums meet less often.
 */
static struct shares equal_shares(const struct aisp_io *io, int n_blocks)
{
	int is_wide = io->param[N] > (int64_t)BAND * n_blocks;
	struct shares q = small_whole(io, is_wide ? MOST_BANDS : 1);
	int whole = n_blocks / q.n_tiles * q.n_tiles;

	q.n_shares = whole * 16 >= n_blocks * 15 ? whole : n_blocks;
	if ((int64_t)q.n_steps * q.n_tiles < q.n_shares)
		q.n_shares = q.n_steps * q.n_tiles;
	return q;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	return small_run(io, s, equal_shares(io, s->n_blocks));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "equal shares of the weights for all multiprocessors",
	.setup = setup,
	.run = run,
	.teardown = free,
};
