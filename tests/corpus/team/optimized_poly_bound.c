/* SPDX-License-Identifier: MIT
 *
 * FLAGS: -D_GNU_SOURCE
 * Each of two threads has a CPU of its own.
 */
#include "workload_poly.h"

#include "bound.h"

static int bind_to(const cpu_set_t *cpu)
{
	return sched_setaffinity(0, sizeof(*cpu), cpu) ? -errno : 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "bound threads",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
