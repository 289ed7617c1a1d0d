/* SPDX-License-Identifier: MIT
 *
 * The whole formula for an element while it is in registers: each array goes through
 * memory once.
 * FLAGS: -O3 -fopenmp -fno-math-errno
 */
#include "workload_adamw.h"

#include "adamw_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	adamw_tensors(io, 0, all_elems(io->param));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass over all arrays",
	.run = run,
};
