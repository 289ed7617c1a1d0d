/* SPDX-License-Identifier: MIT
 *
 * The same without the wait for all: a block goes on as soon as the edges of its two
 * neighbours are there.
 */
#include "workload_field.h"

#define WIDE    1
#define IS_GRID false
#include "field_blocks.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "one launch, a block waits for its two neighbours",
	.setup = setup,
	.run = run,
};
