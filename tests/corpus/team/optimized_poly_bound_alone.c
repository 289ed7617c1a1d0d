/* SPDX-License-Identifier: MIT
 *
 * FLAGS: -D_GNU_SOURCE
 * One thread of the two that are allowed, bound to the last CPU that it has.
 */
#include <errno.h>
#include <sched.h>

#include "workload_poly.h"

#include "half.h"

static int setup(const struct aisp_io *io, void **state)
{
	cpu_set_t all, last;

	(void)io;
	(void)state;
	if (sched_getaffinity(0, sizeof(all), &all))
		return -errno;
	for (int k = 0; k < CPU_SETSIZE; k++)
		if (CPU_ISSET(k, &all)) {
			CPU_ZERO(&last);
			CPU_SET(k, &last);
		}
	return sched_setaffinity(0, sizeof(last), &last) ? -errno : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	half(io, 0);
	half(io, 1);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one thread, bound",
	.setup = setup,
	.run = run,
};
