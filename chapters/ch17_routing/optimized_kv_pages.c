/* SPDX-License-Identifier: MIT
 *
 * A page for each block, wherever one is free (W. Kwon et al., PagedAttention, SOSP
 * 2023).
 */
#include "workload_kv_pages.h"

enum { BLOCKS = 1, IS_SHARED = 0 };

#include "kv_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a page for each block",
	.run = run,
};
