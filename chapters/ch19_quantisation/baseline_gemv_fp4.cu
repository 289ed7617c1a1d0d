/* SPDX-License-Identifier: MIT
 *
 * The weights in bf16.
 */
#include "workload_gemv_fp4.h"

#include "gemv_wide.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "weights in bf16",
	.run = run_wide,
};
