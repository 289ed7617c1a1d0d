/* SPDX-License-Identifier: MIT
 *
 * Finds the places by counting, in two passes over the ids; then reads each token's row
 * once.
 * FLAGS: -O3
 */
#include "workload_permute.h"

#include "permute_stream.h"

static int run(const struct aisp_io *io, void *state)
{
	struct permute m = permute_of(io);

	(void)state;
	order_rows(&m);
	copy_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "places by counting, non-temporal stores",
	.run = run,
};
