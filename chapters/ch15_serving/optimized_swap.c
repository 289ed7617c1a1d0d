/* SPDX-License-Identifier: MIT
 *
 * One page goes out and another comes in while its lines are in the caches near the
 * core.
 * FLAGS: -O3
 */
#include "workload_swap.h"

#include "swap_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < n_moved(io); i++) {
		struct moved m = moved_of(io, i);

		memcpy(m.out, m.page, m.bytes);
		memcpy(m.page, m.in, m.bytes);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "out and in, a page at a time",
	.run = run,
};
