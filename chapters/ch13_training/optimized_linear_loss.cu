/* SPDX-License-Identifier: MIT
 *
 * Chunks of 256 rows, whose logits are stored; the chunks' parts of dw are added up.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8388608 + 4 * vocab * 256
 */
#include "workload_linear_loss.h"

#include "linear_loss_gpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the logits of 256 rows at a time",
	.setup = setup_rows<256>,
	.run = run_rows,
	.teardown = teardown_rows,
};
