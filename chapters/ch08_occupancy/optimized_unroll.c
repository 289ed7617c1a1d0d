/* SPDX-License-Identifier: MIT
 *
 * Unroll and jam: the loop over points is unrolled eight times and the copies
 * of the inner loop are fused into one, so that eight chains run side by side
 * and share each coefficient.
 * FLAGS: -fno-tree-vectorize
 */
#include "workload_unroll.h"

#define JAM    8
#define UNROLL _Pragma("GCC unroll 8") /* the sums stay in registers */
#define CLONES

#include "jam_unroll.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "eight points side by side",
	.run = run,
};
