/* SPDX-License-Identifier: MIT
 *
 * Bias and GELU on their way out of the registers, by one warpgroup while the other
 * multiplies.
 * ARCH: sm_90a
 */
#include "workload_gemm_bias_gelu.h"

#include "bias_gelu.h"
#include "pingpong.h"
#include "tiles_run.h"

using step = plan<AISP_WGMMA_BF16, 192, 2, 1, 5, 1, 1>;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return tiles_setup<step>(pingpong<step, struct bias_gelu>, state);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	struct launch l;
	int rc = tiles_launch<step>(io, s, &l);

	if (rc)
		return rc;
	pingpong<step><<<s->n_blocks, THREADS, step::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, bias_of(io));
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "bias and GELU before the sums leave the registers",
	.setup = setup,
	.run = run,
	.teardown = free,
};
