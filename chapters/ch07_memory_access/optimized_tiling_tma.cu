/* SPDX-License-Identifier: MIT
 *
 * The tensor memory accelerator fetches whole tiles, zeros outside included, by a
 * description of the matrix: no thread computes an address, and two tiles are on
 * their way while one is in use.
 * ARCH: sm_90a
 */
#include "workload_tiling.h"

#include "filter_tma.h"

#define STAGES 3

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "three tiles in turn, fetched by the tensor memory accelerator",
	.setup = filter_setup<STAGES, ALL_THAT_FIT>,
	.run = filter_run<STAGES>,
	.teardown = free,
	.needs = "a GPU of compute capability 9 (TMA)",
};
