/* SPDX-License-Identifier: MIT
 *
 * The weights in bf16, four times the bytes.
 */
#include "workload_gemv_int4.h"

#include "gemv_wide.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "weights in bf16",
	.run = run_wide,
};
