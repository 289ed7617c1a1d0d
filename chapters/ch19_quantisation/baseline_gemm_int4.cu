/* SPDX-License-Identifier: MIT
 *
 * The weights in bf16, four times the bytes, multiplied in tiles of 64 x 64 by the
 * ordinary arithmetic units.
 */
#include "workload_gemm_int4.h"
#include <aisp/plain_gemm.h>
#include <cuda_bf16.h>

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	return plain_gemm<__nv_bfloat16, __nv_bfloat16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "weights in bf16, fp32 multiply-adds, no tensor core",
	.run = run,
};
