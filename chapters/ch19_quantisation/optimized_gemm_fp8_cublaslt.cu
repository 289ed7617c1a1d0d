/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt without fast accumulation: it promotes, too.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_fp8.h"

#include <aisp/cublaslt.h>

static int setup(const struct aisp_io *io, void **state)
{
	const int8_t is_fast = 0;
	int rc = lt_new(state, io, CUDA_R_8F_E4M3, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
	const struct lt *l = (const struct lt *)*state;

	if (rc)
		return rc;
	LT_TRY(cublasLtMatmulDescSetAttribute(l->desc, CUBLASLT_MATMUL_DESC_FAST_ACCUM,
					      &is_fast, sizeof(is_fast)));
	return lt_choose(*state, io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary =
		"cuBLASLt without fast accumulation, the fastest algorithm of its list",
	.library = LT_NAME,
	.setup = setup,
	.run = lt_run,
	.teardown = lt_teardown,
};
