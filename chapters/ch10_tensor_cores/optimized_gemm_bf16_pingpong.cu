/* SPDX-License-Identifier: MIT
 *
 * The two warpgroups take tiles in turn, each a whole one of 128 x 192: while one
 * stores its sums, the other keeps the tensor cores busy.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "pingpong.h"
#include "tiles_run.h"

using step = plan<AISP_WGMMA_BF16, 192, 2, 1, 5, 1, 1>;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<step>(pingpong<step, as_is>, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct launch l;
	int rc = tiles_launch<step>(io, s, &l);

	if (rc)
		return rc;
	pingpong<step><<<s->n_blocks, THREADS, step::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "warpgroups take tiles in turn: one multiplies, one stores",
	.setup = setup,
	.run = run,
	.teardown = free,
};
