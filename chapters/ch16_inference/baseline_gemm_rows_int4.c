/* SPDX-License-Identifier: MIT
 *
 * A dot product per number, by vectors, in an order that the depth alone decides:
 * weights are widened for each row of x.
 * FLAGS: -O3
 */
#include "workload_gemm_rows_int4.h"

#include "low_dots.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a dot product per number, weights widened for each",
	.run = dots_of_both,
};
