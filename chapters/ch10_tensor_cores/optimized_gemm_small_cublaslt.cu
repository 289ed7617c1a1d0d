/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt, the best that its heuristic proposes, found by timing.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_small.h"

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
	.summary = "cuBLASLt, the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = setup,
	.run = lt_run,
	.teardown = lt_teardown,
};
