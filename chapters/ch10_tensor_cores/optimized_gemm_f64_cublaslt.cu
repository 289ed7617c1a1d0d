/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt in fp64, the fastest of its list.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_f64.h"

#include <aisp/cublaslt.h>

static int setup(const struct aisp_io *io, void **state)
{
	int rc = lt_new(state, io, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F);

	return rc ? rc : lt_choose(*state, io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt in fp64, the fastest algorithm of its list",
	.library = LT_NAME,
	.setup = setup,
	.run = lt_run,
	.teardown = lt_teardown,
};
