/* SPDX-License-Identifier: MIT
 *
 * A kernel for each number of vectors that a row may need: four in place of 63, and
 * none of them has a loop.  Which one a row needs, a branch decides.
 */
#include "workload_shapes.h"

#include "vectors_shapes.h"

AISP_CLONES static void normalise_bucket(float *y, const float *x, int n)
{
	switch ((n + LANES - 1) / LANES) {
	case 1:
		normalise_vectors(y, x, n, 1);
		break;
	case 2:
		normalise_vectors(y, x, n, 2);
		break;
	case 3:
		normalise_vectors(y, x, n, 3);
		break;
	default:
		normalise_vectors(y, x, n, MOST_VECTORS);
		break;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	normalise_rows(io, normalise_bucket);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "four kernels without loops, by the number of vectors",
	.run = run,
};
