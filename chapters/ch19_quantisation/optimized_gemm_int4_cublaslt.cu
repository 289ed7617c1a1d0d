/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt on the weights in bf16: the opponent.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_int4.h"

#include <aisp/cublaslt.h>

static int setup(const struct aisp_io *io, void **state)
{
	int rc = lt_new(state, io, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);

	return rc ? rc : lt_choose(*state, io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, weights in bf16, "
		   "the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = setup,
	.run = lt_run,
	.teardown = lt_teardown,
};
