/* SPDX-License-Identifier: MIT
 *
 * A cooperative launch: cells stay where they are, edges go to the neighbours, and
 * after each step all blocks wait for all.
 */
#include "workload_field.h"

#define WIDE    1
#define IS_GRID true
#include "field_blocks.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch, all blocks wait for all at each step",
	.setup = setup,
	.run = run,
};
