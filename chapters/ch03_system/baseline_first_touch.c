/* SPDX-License-Identifier: MIT
 *
 * One thread zeroes the array, so that all of its pages lie on that thread's node, and
 * the other thread reaches over to them.
 */
#include "workload_first_touch.h"

#include "nodes_first_touch.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = array_new(io, state);

	for (int k = 0; k < THREADS && !rc; k++)
		touch(io, *state, k);
	return rc;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "one thread touches all pages first",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "CPUs of two NUMA nodes",
};
