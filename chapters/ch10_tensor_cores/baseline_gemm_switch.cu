/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt in fp32: the ordinary units multiply.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_switch.h"

#define SWITCH_FIRST A32
#define SWITCH_TYPE  CUDA_R_32F
#define SWITCH_UNITS CUBLAS_COMPUTE_32F

#include "switch_lt.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "fp32, by the ordinary units",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_teardown,
};
