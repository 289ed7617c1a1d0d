/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt that may take tf32: tensor cores read of each fp32 what tf32 has.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_switch.h"

#define SWITCH_FIRST A32
#define SWITCH_TYPE  CUDA_R_32F
#define SWITCH_UNITS CUBLAS_COMPUTE_32F_FAST_TF32

#include "switch_lt.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "the same memory read as tf32, by tensor cores",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_teardown,
};
