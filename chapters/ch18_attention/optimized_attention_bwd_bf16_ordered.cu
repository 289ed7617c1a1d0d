/* SPDX-License-Identifier: MIT
 *
 * Warpgroups with roles: one thread orders tensor copies of queries, two warpgroups
 * multiply and take powers; blocks add to a tile of dq in their order, so that equal
 * inputs give equal bits.
 * ARCH: sm_90a
 * WORKSPACE: 4 * heads * round_up(seq, 128) * (dim + 3) + 256
 */
#include "workload_attention_bwd_bf16.h"

#include "attention_bwd_launch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same, tiles of dq added in a fixed order",
	.setup = setup_groups<true>,
	.run = run_groups<true>,
	.teardown = free,
};
