/* SPDX-License-Identifier: MIT
 *
 * Pages that go out are stored past the caches.
 * FLAGS: -O3
 */
#include "workload_swap.h"

#include "swap_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	swap_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a page at a time, non-temporal stores outward",
	.run = run,
};
