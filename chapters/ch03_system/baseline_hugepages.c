/* SPDX-License-Identifier: MIT
 *
 * The table in pages of 4 KiB, which is what malloc() gives on most systems:
 * far more of them than the TLB holds, so that nearly every key walks the page
 * tables.
 */
#include "workload_hugepages.h"

#include "count_hugepages.h"

static int setup(const struct aisp_io *io, void **state)
{
	return table_new(io, MADV_NOHUGEPAGE, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "table in 4 KiB pages",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "transparent huge pages",
};
