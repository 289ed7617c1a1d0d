/* SPDX-License-Identifier: MIT
 *
 * A warp for each row of B, as one multiplies a vector: 16 bytes per access, fp32
 * multiply-adds, eight rows of A at a time.
 */
#include "workload_gemm_small.h"

#include <aisp/few_rows_warp.h>

static int run(const struct aisp_io *io, void *state)
{
	struct matrices p = { (const __nv_bfloat16 *)io->in[0].data,
			      (const __nv_bfloat16 *)io->in[1].data, (int)io->param[M],
			      (int)io->param[N], (int)io->param[K] };

	(void)state;
	return multiply_by_warps((__nv_bfloat16 *)io->out[0].data, p, aisp_stream(io));
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "a warp for each row of weights, eight rows of the batch at a time",
	.run = run,
};
