/* SPDX-License-Identifier: MIT
 *
 * The dense product of the same weights, by cuBLASLt.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_sparse24.h"

#include <aisp/cublaslt.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "all weights, zeros included, by cuBLASLt",
	.library = LT_NAME,
	.setup = lt_setup_bf16,
	.run = lt_run,
	.teardown = lt_teardown,
};
