/* SPDX-License-Identifier: MIT
 *
 * The sums of 5 layers are kept, and the input of every fifth layer (T. Chen et al.,
 * arXiv:1604.06174).  The forward pass is computed again, 5 layers at a time.
 * WORKSPACE: 4 * (width * (rows * ((layers + 39) / 5) + width) + 6144)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_recompute.h"

#include "net_again.h"

#define SEGMENT 5 /* layers: about the root of their number */

static int run(const struct aisp_io *io, void *state)
{
	return learn_again(io, state, SEGMENT);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "inputs of every fifth layer kept, the rest recomputed",
	.run = run,
};
