/* SPDX-License-Identifier: MIT
 *
 * Numbers are widened once, from bf16, and sums of a tile stay in registers.
 */
#include "workload_gemm_nvfp4.h"

#include "gemm_few_cpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "numbers are widened once; tiles of sums in registers",
	.setup = setup_widened,
	.run = run_widened,
	.teardown = free,
};
