/* SPDX-License-Identifier: MIT
 *
 * The same operations in the same order, from a plan that setup() made: no node and no
 * memory is searched for, and each gradient is added where it belongs.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_tape.h"

#include "tape_plan.h"

static int setup(const struct aisp_io *io, void **state)
{
	return plan(io, 0, state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a plan of steps and places, made once",
	.setup = setup,
	.run = run,
	.teardown = free,
};
