/* SPDX-License-Identifier: MIT
 *
 * A page for each block, and one for all blocks of equal content: sequences that begin
 * alike share their beginnings.
 */
#include "workload_kv_pages.h"

enum { BLOCKS = 1, IS_SHARED = 1 };

#include "kv_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a page for each content",
	.run = run,
};
