/* SPDX-License-Identifier: MIT
 *
 * One kernel for the longest row, and every row padded to it: more arithmetic than the
 * data need, and no branch on them.
 */
#include "workload_shapes.h"

#include "vectors_shapes.h"

AISP_CLONES static void normalise_padded(float *y, const float *x, int n)
{
	normalise_vectors(y, x, n, MOST_VECTORS);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise_rows(io, normalise_padded);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "every row padded to the longest",
	.run = run,
};
