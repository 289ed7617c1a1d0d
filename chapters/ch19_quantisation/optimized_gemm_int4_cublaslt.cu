/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt on the weights in bf16: the opponent.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_int4.h"

#include <aisp/cublaslt.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, weights in bf16, "
		   "the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = lt_setup_bf16,
	.run = lt_run,
	.teardown = lt_teardown,
};
