/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in NVFP4: e2m1, and a scale in e4m3 for each 16 of a row.
 */
#define FEW_CODE  AISP_F4E2M1
#define FEW_SCALE AISP_F8E4M3
#define FEW_BLOCK 16

#include "gemm_few.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, NVFP4",
	.n_params = 3,
	.params = GEMM_FEW_PARAMS,
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = aisp_bf16_gemm_reference,
};
