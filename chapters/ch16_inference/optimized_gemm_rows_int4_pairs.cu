/* SPDX-License-Identifier: MIT
 *
 * Two stages are asked for at once, band by band, so that 256 neighbouring bytes of a
 * row come together.
 * ARCH: sm_90a
 * WORKSPACE: 16777216
 */
#include "workload_gemm_rows_int4.h"

#include "low_rows_run.h"

struct int4_pairs : int4_groups {
	static constexpr int AT_ONCE = 2;
	static constexpr CUtensorMapL2promotion AHEAD =
		CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
};

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same, two stages at once: 256 bytes of a row together",
	.setup = low_setup<int4_pairs>,
	.run = low_run<int4_pairs>,
	.teardown = free,
};
