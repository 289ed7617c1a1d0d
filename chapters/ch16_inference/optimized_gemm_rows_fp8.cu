/* SPDX-License-Identifier: MIT
 *
 * Weights become bf16 in registers, where tensor cores take their first operand from; x
 * is turned in shared memory so that a word of weights is unpacked as it lies.
 * ARCH: sm_90a
 * WORKSPACE: 16777216
 */
#include "workload_gemm_rows_fp8.h"

#include "low_rows_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma on e4m3 widened in registers, cut by the weights' shape",
	.setup = low_setup<e4m3_blocks>,
	.run = low_run<e4m3_blocks>,
	.teardown = free,
};
