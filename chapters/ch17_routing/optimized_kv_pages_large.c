/* SPDX-License-Identifier: MIT
 *
 * Pages of eight blocks: what lies side by side is longer, and half of the last page of
 * each sequence is taken in vain.
 */
#include "workload_kv_pages.h"

enum { BLOCKS = 8, IS_SHARED = 0 };

#include "kv_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "pages of eight blocks",
	.run = run,
};
