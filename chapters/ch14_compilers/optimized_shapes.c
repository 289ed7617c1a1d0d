/* SPDX-License-Identifier: MIT
 *
 * A kernel for each number of vectors that a row may need: four in place of 63, and
 * none of them has a loop.  A branch chooses the kernel for each row.
 */
#include "workload_shapes.h"

#include "vectors_shapes.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise_rows(io, AISP_BEST(normalise_bucket));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four kernels without loops, by the number of vectors",
	.run = run,
};
