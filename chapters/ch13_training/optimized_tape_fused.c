/* SPDX-License-Identifier: MIT
 *
 * The plan, in which s = 1 / (1 + exp(-z)) and h = z s have become one operation: its
 * gradient takes one pass instead of three.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_tape.h"

#include "tape_plan.h"

static int setup(const struct aisp_io *io, void **state)
{
	return plan(io, 1, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "the plan with chains in one pass",
	.setup = setup,
	.run = run,
	.teardown = free,
};
