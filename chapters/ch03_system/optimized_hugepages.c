/* SPDX-License-Identifier: MIT
 *
 * The same table in transparent huge pages of 2 MiB: an entry of the TLB covers
 * 512 times as much, and a walk has a level less.
 */
#include "workload_hugepages.h"

#include "count_hugepages.h"

static int setup(const struct aisp_io *io, void **state)
{
	return table_new(io, MADV_HUGEPAGE, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "table in 2 MiB pages",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "transparent huge pages",
};
