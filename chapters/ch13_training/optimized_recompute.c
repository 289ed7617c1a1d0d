/* SPDX-License-Identifier: MIT
 *
 * Only sums are kept: a layer's input is computed from the sums before it, without a
 * product.
 * WORKSPACE: 4 * (width * (rows * (layers + 3) + width) + 6144)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_recompute.h"

#include "net_again.h"

static int run(const struct aisp_io *io, void *state)
{
	return learn_again(io, state, io->param[LAYERS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sums of all layers kept, activations recomputed",
	.run = run,
};
