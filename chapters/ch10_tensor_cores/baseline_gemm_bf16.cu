/* SPDX-License-Identifier: MIT
 *
 * A tile of 64 x 64 sums per block, multiplied in fp32 by the ordinary arithmetic
 * units: each number that a thread reads from shared memory serves four sums.
 */
#include "workload_gemm_bf16.h"
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
	.summary = "tiles in shared memory, fp32 multiply-adds, no tensor core",
	.run = run,
};
