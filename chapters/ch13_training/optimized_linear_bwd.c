/* SPDX-License-Identifier: MIT
 *
 * Sums stay in registers; the transpose is only another order of copying.
 * FLAGS: -O3
 */
#include "workload_linear_bwd.h"

#include "linear_tile.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	linear_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles of sums in registers, columns in order",
	.run = run,
};
