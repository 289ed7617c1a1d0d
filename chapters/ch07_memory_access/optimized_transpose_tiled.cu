/* SPDX-License-Identifier: MIT
 *
 * Through a tile in shared memory.  Its rows are 32 words apart, so that a warp
 * which reads a column finds all 32 words in one bank, one after the other.
 */
#include "workload_transpose.h"

#define PITCH 32

#include "tile_transpose.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "32x32 tile in shared memory; its columns lie in one bank",
	.run = run,
};
