/* SPDX-License-Identifier: MIT
 *
 * A number is decoded where it is multiplied.
 */
#include "workload_gemm_nvfp4.h"

#include "gemm_few_cpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "numbers are decoded where they are multiplied",
	.run = run_decoding,
};
