/* SPDX-License-Identifier: MIT
 *
 * A block stays and takes tile after tile, in an order that keeps what the blocks
 * fetch at a time in L2; two blocks of a cluster share B; a tile's way out overlaps
 * the next one's fetches.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "persistent.h"
#include "tiles_run.h"

using step = plan<AISP_WGMMA_BF16, 256, 2, 1, 4, WORKERS, 2>;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<step>(persistent<step, as_is>, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct launch l;
	int rc = tiles_launch<step>(io, s, &l);

	if (rc)
		return rc;
	persistent<step><<<s->n_blocks, THREADS, step::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "blocks that stay, clusters that share, tiles in L2's order",
	.setup = setup,
	.run = run,
	.teardown = free,
};
