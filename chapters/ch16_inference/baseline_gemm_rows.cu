/* SPDX-License-Identifier: MIT
 *
 * A warp for each row of weights, eight rows of a batch at a time; one product after
 * the other.
 */
#include "workload_gemm_rows.h"

#include <aisp/few_rows_warp.h>

static int multiply_one(const struct aisp_io *io, int y, int x, int w)
{
	struct matrices p = { (const __nv_bfloat16 *)io->in[x].data,
			      (const __nv_bfloat16 *)io->in[w].data,
			      (int)io->out[y].shape[0], (int)io->param[COLS],
			      (int)io->param[DEPTH] };

	return multiply_by_warps(aisp_out_f32(io, y), p, aisp_stream(io));
}

static int run(const struct aisp_io *io, void *state)
{
	int rc = multiply_one(io, Y, X, W);

	(void)state;
	return rc ? rc : multiply_one(io, YB, XB, WB);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a warp for each row of weights, eight rows of a batch at a time",
	.run = run,
};
