/* SPDX-License-Identifier: MIT
 *
 * Each thread zeroes the part that it will work on: the kernel puts a page on the node
 * of the thread that writes to it first.
 */
#include "workload_first_touch.h"

#include "nodes_first_touch.h"

static int setup(const struct aisp_io *io, void **state)
{
	int rc = array_new(io, state);

	if (rc)
		return rc;
#pragma omp parallel num_threads(THREADS)
	touch(io, *state, omp_get_thread_num());
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "each thread touches its own pages first",
	.setup = setup,
	.run = run,
	.teardown = free,
	.needs = "CPUs of two NUMA nodes",
};
