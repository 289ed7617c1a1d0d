/* SPDX-License-Identifier: MIT
 *
 * The two warpgroups take tiles in turn, each a whole one of 128 x 192 or 128: while
 * one stores its sums, the other keeps the tensor cores busy.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "pingpong.h"
#include "tiles_run.h"

using wide = plan<AISP_WGMMA_BF16, 192, 2, 1, 5, 1, 1>;
using narrow = plan<AISP_WGMMA_BF16, 128, 2, 1, 6, 1, 1>;

/* Columns times the rounds of tiles that the GPU needs: a measure of the time. */
template <class P> static int64_t cost(const struct aisp_io *io, int n_blocks)
{
	int64_t rows = aisp_ceil_div(io->param[M], TILE_M * P::DOWN);
	int64_t cols = aisp_ceil_div(io->param[N], P::N * P::ACROSS);

	return aisp_ceil_div(rows * cols * P::BLOCKS, n_blocks) * P::N;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	AISP_TRY(cudaFuncSetAttribute(pingpong<narrow, as_is>,
				      cudaFuncAttributeMaxDynamicSharedMemorySize,
				      narrow::BYTES));
	return tiles_setup<wide>(pingpong<wide, as_is>, state);
}

template <class P> static int run_plan(const struct aisp_io *io, const struct state *s)
{
	struct launch l;
	int rc = tiles_launch<P>(io, s, &l);

	if (rc)
		return rc;
	pingpong<P><<<s->n_blocks, THREADS, P::BYTES, aisp_stream(io)>>>(
		l.a, l.b, l.c, l.order, l.n_k, as_is());
	return aisp_launched();
}

/* Narrow tiles take more reads for the same product: they have to gain a twentieth. */
static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	bool is_narrow =
		cost<narrow>(io, s->n_blocks) * 20 < cost<wide>(io, s->n_blocks) * 19;

	return is_narrow ? run_plan<narrow>(io, s) : run_plan<wide>(io, s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "warpgroups take tiles in turn: one multiplies, one stores",
	.setup = setup,
	.run = run,
	.teardown = free,
};
