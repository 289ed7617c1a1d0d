/* SPDX-License-Identifier: MIT
 *
 * Blocks of a page, as small records are read without a buffer: a system call
 * for every 4 KiB, and the device sees what the kernel's readahead makes of it.
 */
#include "workload_file_read.h"

#define BLOCK_BYTES ((size_t)4 << 10)

#include "blocks_file_read.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "read 4 KiB at a time",
	.setup = open_input,
	.run = run,
	.teardown = close_input,
};
