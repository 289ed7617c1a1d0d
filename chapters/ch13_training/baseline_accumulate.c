/* SPDX-License-Identifier: MIT
 *
 * The whole batch at once: each layer's sums and results are kept for all rows.
 * WORKSPACE: 4 * (width * (rows * (2 * layers + 1) + width) + 6144)
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_accumulate.h"

#include "net_stored.h"

static int run(const struct aisp_io *io, void *state)
{
	return learn_parts(io, state, io->param[ROWS]);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "the whole batch at once",
	.run = run,
};
