/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt in fp16: tensor cores at twice the rate, half the bytes.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 */
#include "workload_gemm_switch.h"

#define SWITCH_FIRST A16
#define SWITCH_TYPE  CUDA_R_16F
#define SWITCH_UNITS CUBLAS_COMPUTE_32F

#include "switch_lt.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "fp16, by tensor cores",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = lt_teardown,
};
