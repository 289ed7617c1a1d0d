/* SPDX-License-Identifier: MIT
 *
 * Like each of these steps: two blocks per multiprocessor, with three tiles each.  One
 * is in use, two are on their way.
 * ARCH: sm_90a
 */
#include "workload_tiling.h"

#include "filter_tma.h"

#define STAGES 3

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "two blocks per multiprocessor, three tiles each",
	.setup = filter_setup<STAGES, 2>,
	.run = filter_run<STAGES>,
	.teardown = free,
	.needs = "a GPU of compute capability 9 (TMA)",
};
