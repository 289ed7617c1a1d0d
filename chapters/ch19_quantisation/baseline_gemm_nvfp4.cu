/* SPDX-License-Identifier: MIT
 *
 * The same numbers in bf16, by cuBLASLt.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_nvfp4.h"

#include <aisp/cublaslt.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "the same numbers in bf16, by cuBLASLt",
	.library = LT_NAME,
	.setup = lt_setup_bf16,
	.run = lt_run,
	.teardown = lt_teardown,
};
