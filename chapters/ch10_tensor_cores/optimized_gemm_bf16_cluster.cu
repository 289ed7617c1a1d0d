/* SPDX-License-Identifier: MIT
 *
 * As ordered, but two blocks of a cluster multiply the same rows of B: each fetches
 * half of them and sends it to both.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "persistent_run.h"

using step = plan<AISP_WGMMA_BF16, 256, 2, 1, 4, WORKERS, 2>;

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two blocks of a cluster share B by multicast, a block per tile",
	.setup = persistent_setup<step>,
	.run = persistent_run<step, false>,
	.teardown = free,
};
