/* SPDX-License-Identifier: MIT
 *
 * Four rows of weights by four of x at a time, with VDPBF16PS: the sums of a row do not
 * depend on the other rows in its tile.
 * FLAGS: -O3
 */
#include "workload_gemm_rows.h"

#include "rows_tile.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply_w_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "tiles of four by four, sums along the depth",
	.run = run,
};
