/* SPDX-License-Identifier: MIT
 *
 * Logits of all rows, then gradients in their place, then both products, as a
 * framework's functions do it.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8388608 + 4 * vocab * rows
 */
#include "workload_linear_loss.h"

#include "linear_loss_gpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "all logits stored",
	.setup = setup_rows<INT64_MAX>,
	.run = run_rows,
	.teardown = teardown_rows,
};
