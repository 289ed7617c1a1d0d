/* SPDX-License-Identifier: MIT
 *
 * As specialised, but tiles come in an order that keeps what blocks fetch at a time in
 * L2, and sums leave by the tensor memory accelerator.  Each block fetches all that it
 * multiplies.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "persistent_run.h"

using step = plan<AISP_WGMMA_BF16, 256, 1, 1, 4, WORKERS, 2>;

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "tiles in L2's order, sums by the tensor memory accelerator",
	.setup = persistent_setup<step>,
	.run = persistent_run<step, false>,
	.teardown = free,
};
