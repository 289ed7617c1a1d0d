/* SPDX-License-Identifier: MIT
 *
 * Both threads stay on one CPU, so all messages are in its caches; but only one thread
 * runs at a time, and the other waits for its turn.
 */
#include "workload_affinity.h"

#include "pin_affinity.h"

static int pin_to_one(void)
{
	cpu_set_t all;

	if (sched_getaffinity(0, sizeof(all), &all))
		return -errno;
	return pin_both(cpu_at(&all, 0), cpu_at(&all, 0));
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = ring_new(io, state);

	return rc ? rc : pin_to_one();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "both pinned to one CPU",
	.setup = setup,
	.run = run,
	.teardown = free,
};
