/* SPDX-License-Identifier: MIT
 *
 * Each thread has a part of the rows of the weights; the depth, along which products
 * are added up, is not divided.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_gemm_rows_fp8.h"

#include "low_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows of weights divided among threads",
	.setup = aisp_team_start,
	.run = multiply_shared,
};
