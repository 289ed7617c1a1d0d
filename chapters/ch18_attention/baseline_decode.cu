/* SPDX-License-Identifier: MIT
 *
 * A block for each query: its warps take keys in turn, a lane four of the numbers.
 * The queries of a group read the same keys, each for itself; a sequence is one
 * block's work, however long.
 */
#include "workload_decode.h"

#include "decode_query.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a block for each query, a warp for each key",
	.run = run_bf16,
};
