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

	if (rc)
		return rc;
	rc = ((const struct state *)*state)->n_blocks;
	return rc <= MOST_SHARES && io->workspace_bytes >= (size_t)rc * SHARE_BYTES
		       ? 0
		       : -ENOTSUP;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;

	return small_run(io, s, equal_shares(io->param[N], io->param[K], s->n_blocks));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "equal shares of the weights for all multiprocessors",
	.setup = setup,
	.run = run,
	.teardown = free,
};
