/* SPDX-License-Identifier: MIT
 *
 * A tile of 64 x 64 sums a block, multiplied in fp32 by the ordinary arithmetic
 * units: the numbers are widened on their way to shared memory.
 */
#include "workload_gemm_fp8.h"

#include "fp8_plain.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_NAIVE,
	.summary = "tiles in shared memory, fp32 multiply-adds, no tensor core",
	.run = run,
};
