/* SPDX-License-Identifier: MIT
 *
 * The kernel of gemm_bf16_persistent with another instruction, half the elements in
 * a row of 128 bytes and sums that leave as they are.
 * ARCH: sm_90a
 */
#include "workload_gemm_tf32.h"

#include "persistent.h"
#include "tiles_run.h"

using step = plan<AISP_WGMMA_TF32, 256, 2, 1, 4, WORKERS, 2>;

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
	.summary = "wgmma with clusters, by blocks that stay",
	.setup = setup,
	.run = run,
	.teardown = free,
};
