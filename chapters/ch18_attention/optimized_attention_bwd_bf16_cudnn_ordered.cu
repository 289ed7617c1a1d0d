/* SPDX-License-Identifier: MIT
 *
 * cuDNN's fused attention, backward, dq as one product, in a fixed order.
 * NEEDS: cudnn.h
 * LIBS: -ldl
 * WORKSPACE: 3 * heads * round_up(seq, 128) * (dim + round_up(seq, 128)) + 268435456
 */
#include "workload_attention_bwd_bf16.h"

#include "cudnn_attention_bwd.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuDNN's fused attention, dq in a fixed order",
	.library = "cuDNN " TEXT(CUDNN_MAJOR) "." TEXT(CUDNN_MINOR) "." TEXT(
		CUDNN_PATCHLEVEL),
	.setup = setup_bwd<true>,
	.run = run_bwd<true>,
	.teardown = teardown,
	.needs = "cuDNN 9",
};
