/* SPDX-License-Identifier: MIT
 *
 * The fused pass on the machine's widest vectors, chosen when it runs: maxima and sums
 * in four of them, so that none waits for the last one, and the power as a polynomial
 * instead of a call (aisp/simd_softmax.h).
 * FLAGS: -O3
 * AFTER: softmax_fused
 */
#include "workload_softmax.h"

#include <aisp/simd_softmax.h>

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass, powers in vectors of the machine's width",
	.run = simd_softmax_run,
};
