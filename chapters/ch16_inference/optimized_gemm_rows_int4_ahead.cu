/* SPDX-License-Identifier: MIT
 *
 * Where 128 bytes of a row of weights are asked for, L2 fetches 256: memory is read in
 * longer pieces, and the next stage is in L2 when it is asked for.
 * ARCH: sm_90a
 * WORKSPACE: 16777216
 */
#include "workload_gemm_rows_int4.h"

#include "low_rows_run.h"

struct int4_ahead : int4_groups {
	static constexpr CUtensorMapL2promotion AHEAD =
		CU_TENSOR_MAP_L2_PROMOTION_L2_256B;
};

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the same; each load of 128 bytes prefetches 256 into L2",
	.setup = low_setup<int4_ahead>,
	.run = low_run<int4_ahead>,
	.teardown = free,
};
