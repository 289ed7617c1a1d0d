/* SPDX-License-Identifier: MIT
 *
 * Tiles of 128 x 256 by blocks that stay, as many as there are multiprocessors: each
 * takes tile after tile, and the last round takes as long as any other, however few
 * tiles it has.
 * ARCH: sm_90a
 */
#include "workload_layer.h"

#include "../../chapters/ch10_tensor_cores/persistent.h"
#include "../../chapters/ch10_tensor_cores/tiles_run.h"

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
	.cls = AISP_CLASS_COMMON,
	.summary = "tiles of 128 x 256, a whole one at a time",
	.setup = setup,
	.run = run,
	.teardown = free,
};
