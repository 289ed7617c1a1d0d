/* SPDX-License-Identifier: MIT
 *
 * The kernel of gemm_bf16_persistent with another instruction, half the elements in
 * a row of 128 bytes and sums that leave as they are.
 * ARCH: sm_90a
 */
#include "workload_gemm_tf32.h"

#include "persistent_run.h"

using step = plan<AISP_WGMMA_TF32, 256, 2, 1, 4, WORKERS, 2>;

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "wgmma with clusters, persistent blocks",
	.setup = persistent_setup<step>,
	.run = persistent_run<step>,
	.teardown = free,
};
