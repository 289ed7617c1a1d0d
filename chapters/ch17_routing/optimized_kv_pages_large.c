/* SPDX-License-Identifier: MIT
 *
 * Pages of eight blocks: longer runs lie side by side, but half of the last page of
 * each sequence is wasted.
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
