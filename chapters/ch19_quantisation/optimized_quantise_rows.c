/* SPDX-License-Identifier: MIT
 *
 * x is read once, and its quotients are transposed while they are in a cache.
 * FLAGS: -O3
 */
#include "workload_quantise_rows.h"

#include "quantise_strip.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	for (int64_t i = 0; i < io->param[ROWS]; i += STRIP)
		quantise_strip(io, i);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both layouts from one read, 64 rows at a time",
	.run = run,
};
