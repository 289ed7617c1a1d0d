/* SPDX-License-Identifier: MIT
 *
 * A decode for each sequence, a block for each of its queries: all of them read the
 * prefix.
 */
#include "workload_cascade.h"

#include "decode_query.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block for each query of each sequence",
	.run = run_bf16,
};
