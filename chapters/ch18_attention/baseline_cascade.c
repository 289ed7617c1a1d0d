/* SPDX-License-Identifier: MIT
 *
 * A decode for each sequence: all of them read the prefix.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_cascade.h"

#include "decode_online.h"

#include "decode_heads.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "a decode for each sequence",
	.run = run,
};
