/* SPDX-License-Identifier: MIT
 *
 * cuDNN's fused attention, backward, which adds to dq in any order.
 * NEEDS: cudnn.h
 * LIBS: -ldl
 * WORKSPACE: 4 * heads * round_up(seq, 128) * (dim + 8) + 268435456
 */
#include "workload_attention_bwd_bf16.h"

#include "cudnn_attention_bwd.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuDNN's fused attention, dq in any order",
	.library = "cuDNN " TEXT(CUDNN_MAJOR) "." TEXT(CUDNN_MINOR) "." TEXT(
		CUDNN_PATCHLEVEL),
	.setup = setup_bwd<false>,
	.run = run_bwd<false>,
	.teardown = teardown,
	.needs = "cuDNN 9",
};
