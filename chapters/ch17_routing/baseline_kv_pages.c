/* SPDX-License-Identifier: MIT
 *
 * Each sequence reserves contiguous room for the longest possible length when it
 * begins, as engines did before paging (W. Kwon et al., PagedAttention, SOSP 2023,
 * section 3.1).
 */
#include "workload_kv_pages.h"

enum { BLOCKS = 0, IS_SHARED = 0 };

#include "kv_run.h"

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "contiguous memory reserved for the longest sequence",
	.run = run,
};
