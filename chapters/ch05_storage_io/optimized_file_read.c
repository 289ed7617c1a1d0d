/* SPDX-License-Identifier: MIT
 *
 * Blocks of 128 KiB: the cost of a call is spread over 32 pages.
 */
#include "workload_file_read.h"

#define BLOCK_BYTES ((size_t)128 << 10)

#include "blocks_file_read.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "read 128 KiB at a time",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
