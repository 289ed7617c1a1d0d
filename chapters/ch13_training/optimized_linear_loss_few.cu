/* SPDX-License-Identifier: MIT
 *
 * Chunks of 64 rows: the stored logits take as much memory as w, and dw is loaded and
 * stored once for every 64 rows.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 8388608 + 4 * vocab * 64
 */
#include "workload_linear_loss.h"

#include "linear_loss_gpu.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the logits of 64 rows at a time",
	.setup = setup_rows<64>,
	.run = run_rows,
	.teardown = teardown_rows,
};
