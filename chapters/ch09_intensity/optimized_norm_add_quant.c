/* SPDX-License-Identifier: MIT
 *
 * One row after the other: the norm finds the sum in the first-level cache, and the
 * quotients find the norm there, so that it never goes to memory.
 * FLAGS: -O3 -fopenmp-simd -fno-math-errno
 */
#include "workload_norm_add_quant.h"

#include "norm_add_quant_cpu.h"

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	fused_part(io, 0, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sum, norm and quotients of a row while it is in a cache",
	.run = run,
};
