/* SPDX-License-Identifier: MIT
 *
 * The threads stay on two CPUs that are near each other.
 */
#include "workload_affinity.h"

#include "pin_affinity.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = ring_new(io, state);

	return rc ? rc : pin_by_distance(*state, 0, 2);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "pinned to the two CPUs that are nearest",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "two CPUs",
};
