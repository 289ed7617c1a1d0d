/* SPDX-License-Identifier: MIT
 *
 * One kernel for the longest row, and every row padded to it: more arithmetic than the
 * data need, and no branch on them.
 */
#include "workload_shapes.h"

#include "vectors_shapes.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise_rows(io, AISP_BEST(normalise_padded));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "every row padded to the longest",
	.run = run,
};
