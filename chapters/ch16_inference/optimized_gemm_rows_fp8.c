/* SPDX-License-Identifier: MIT
 *
 * Weights are widened once for all rows, and multiplied by four of them at a time.
 * FLAGS: -O3
 */
#include "workload_gemm_rows_fp8.h"

#include "low_tile.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "weights widened once for all rows of a batch",
	.run = multiply_both,
};
