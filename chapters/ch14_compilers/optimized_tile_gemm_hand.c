/* SPDX-License-Identifier: MIT
 *
 * The kernel of chapter 9 that was written and tuned by hand, for comparison: vectors,
 * packing and loops around the tile are all in C (aisp/simd_gemm.h).
 * FLAGS: -fopenmp
 */
#include "workload_tile_gemm.h"

#include <aisp/simd_gemm.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "no program: chapter 9's kernel",
	.setup = simd_gemm_setup,
	.run = simd_gemm_run,
	.teardown = simd_gemm_teardown,
};
