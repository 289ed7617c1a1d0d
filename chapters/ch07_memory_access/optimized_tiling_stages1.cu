/* SPDX-License-Identifier: MIT
 *
 * Like each of these steps: two blocks per multiprocessor, with one tile each.  It
 * arrives, is used, and only then the next one is ordered: nothing is on its way while
 * a block computes.
 * ARCH: sm_90a
 */
#include "workload_tiling.h"

#include "filter_tma.h"

#define STAGES 1

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two blocks per multiprocessor, one tile each",
	.setup = filter_setup<STAGES, 2>,
	.run = filter_run<STAGES>,
	.teardown = free,
	.needs = "a GPU of compute capability 9 (TMA)",
};
