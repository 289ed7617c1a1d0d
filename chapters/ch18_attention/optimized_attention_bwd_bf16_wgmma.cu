/* SPDX-License-Identifier: MIT
 *
 * Warpgroups with roles: one thread orders tensor copies of queries, two warpgroups
 * multiply and take powers, two threads have tiles of dq added to memory.
 * ARCH: sm_90a
 * WORKSPACE: 4 * heads * round_up(seq, 128) * (dim + 3) + 256
 */
#include "workload_attention_bwd_bf16.h"

#include "attention_bwd_launch.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "warpgroups with roles, ds in registers, dq added by copies",
	.setup = setup_groups<false>,
	.run = run_groups<false>,
	.teardown = free,
};
