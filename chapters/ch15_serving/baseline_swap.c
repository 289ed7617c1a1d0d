/* SPDX-License-Identifier: MIT
 *
 * Two passes: all pages out, then all others in.
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
	}
	for (int64_t i = 0; i < n_moved(io); i++) {
		struct moved m = moved_of(io, i);

		memcpy(m.page, m.in, m.bytes);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "all pages out, then all others in",
	.run = run,
};
