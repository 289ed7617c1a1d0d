/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt, the best that its heuristic proposes, found by timing.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_small.h"

#include <aisp/cublaslt.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, the fastest algorithm of its heuristic's list",
	.library = LT_NAME,
	.setup = lt_setup_bf16,
	.run = lt_run,
	.teardown = lt_teardown,
};
