/* SPDX-License-Identifier: MIT
 *
 * Edges of 16 cells, exchanged every 16 steps: in between a block computes what it
 * would need from a neighbour itself, as the neighbour does.
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
