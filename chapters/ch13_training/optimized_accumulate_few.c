/* SPDX-License-Identifier: MIT
 *
 * Parts of 12 rows: two tiles of a product.
 * WORKSPACE: 4 * (width * (12 * (2 * layers + 2) + width + 16) + 16 * 12 + 256)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_accumulate.h"

#include "net_stored.h"

#define PART 12 /* rows */

static int run(const struct aisp_io *io, void *state)
{
	return learn_parts(io, state, PART);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "12 rows at a time",
	.run = run,
};
