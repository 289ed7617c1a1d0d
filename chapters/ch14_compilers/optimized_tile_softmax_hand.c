/* SPDX-License-Identifier: MIT
 *
 * The kernel of chapter 9 that was written and tuned by hand, for comparison
 * (aisp/simd_softmax.h).
 * FLAGS: -O3
 */
#include "workload_tile_softmax.h"

#include <aisp/simd_softmax.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "no program: chapter 9's kernel",
	.run = simd_softmax_run,
};
