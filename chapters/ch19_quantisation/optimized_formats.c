/* SPDX-License-Identifier: MIT
 *
 * Rounding by integer arithmetic on the bits of fp32, no table and no branch.
 * FLAGS: -O3
 */
#include "workload_formats.h"

#include "formats_blocks.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	convert_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "rounding by arithmetic on bits, in vectors",
	.run = run,
};
