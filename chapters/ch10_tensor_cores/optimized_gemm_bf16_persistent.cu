/* SPDX-License-Identifier: MIT
 *
 * A block stays and takes tile after tile, in an order that keeps what the blocks
 * fetch at a time in L2; two blocks of a cluster share B; a tile's way out overlaps
 * the next one's fetches.
 * ARCH: sm_90a
 */
#include "workload_gemm_bf16.h"

#include "persistent_run.h"

using step = plan<AISP_WGMMA_BF16, 256, 2, 1, 4, WORKERS, 2>;

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "persistent blocks, multicast in clusters, tiles in L2's order",
	.setup = persistent_setup<step>,
	.run = persistent_run<step>,
	.teardown = free,
};
