/* SPDX-License-Identifier: MIT
 *
 * FLAGS: -D_GNU_SOURCE
 * Threads that would have CPUs of their own if they could be bound by their names.
 */
#include "workload_poly.h"

#include "bound.h"

static int bind_to(const cpu_set_t *cpu)
{
	(void)pthread_setaffinity_np(pthread_self(), sizeof(*cpu), cpu);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "bound threads, if allowed",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
