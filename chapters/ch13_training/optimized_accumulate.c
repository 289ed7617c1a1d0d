/* SPDX-License-Identifier: MIT
 *
 * The batch in parts of 96 rows, whose gradients are added up.
 * WORKSPACE: 4 * (width * (96 * (2 * layers + 1) + width) + 6144)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_accumulate.h"

#include "net_stored.h"

#define PART 96 /* rows */

static int run(const struct aisp_io *io, void *state)
{
	return learn_parts(io, state, PART);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "96 rows at a time, gradients added up",
	.run = run,
};
