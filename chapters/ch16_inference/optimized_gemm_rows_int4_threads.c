/* SPDX-License-Identifier: MIT
 *
 * Rows of the weights to threads: the depth, along which numbers are added up, is not
 * shared out.
 * FLAGS: -O3 -fopenmp
 */
#include "workload_gemm_rows_int4.h"

#include "low_team.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rows of weights divided among threads",
	.setup = aisp_team_start,
	.run = multiply_shared,
};
