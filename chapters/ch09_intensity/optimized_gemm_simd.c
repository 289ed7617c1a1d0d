/* SPDX-License-Identifier: MIT
 *
 * The packed product on the machine's widest vectors, chosen at run time, with
 * the registers full of accumulators so that two fused multiply-adds start in
 * each cycle: aisp/simd_gemm.h.
 * FLAGS: -fopenmp
 * AFTER: gemm_packed
 */
#include "workload_gemm.h"

#include <aisp/simd_gemm.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "vectors of the machine's width; FMA tile of 8x48 with AVX-512",
	.setup = simd_gemm_setup,
	.run = simd_gemm_run,
	.teardown = simd_gemm_teardown,
};
