/* SPDX-License-Identifier: MIT
 *
 * Edges of 16 cells every 16 steps: what a block loses at its ends in between it has
 * computed beside its neighbour.
 */
#include "workload_field.h"

#define WIDE    16
#define IS_GRID false
#include "field_blocks.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "edges of 16 cells, exchanged every 16 steps",
	.setup = setup,
	.run = run,
};
