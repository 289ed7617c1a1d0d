/* SPDX-License-Identifier: MIT
 *
 * C = A B^T in MXFP8: e4m3, and a scale in E8M0, a power of two, for each 32 of a row.
 */
#define FEW_CODE  AISP_F8E4M3
#define FEW_SCALE AISP_E8M0
#define FEW_BLOCK 32

#include "gemm_few.h"

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "matrix product, MXFP8",
	.n_params = 3,
	.params = GEMM_FEW_PARAMS,
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = aisp_bf16_gemm_reference,
};
