/* SPDX-License-Identifier: MIT
 *
 * Each layer's sums and results are kept.
 * WORKSPACE: 4 * (width * (rows * (2 * layers + 1) + width) + 6144)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_recompute.h"

#include "net_stored.h"

static int run(const struct aisp_io *io, void *state)
{
	return learn_parts(io, state, io->param[ROWS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "sums and results of all layers kept",
	.run = run,
};
