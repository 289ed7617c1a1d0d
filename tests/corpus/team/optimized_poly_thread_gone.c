/* SPDX-License-Identifier: MIT
 *
 * A thread for setup() alone, joined before the first call.
 */
#include <errno.h>
#include <pthread.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner_table.h"

static void *fill(void *arg)
{
	fill_table();
	return arg;
}

static int setup(const struct aisp_io *io, void **state)
{
	pthread_t t;

	(void)io;
	(void)state;
	if (pthread_create(&t, NULL, fill, NULL))
		return -EAGAIN;
	return pthread_join(t, NULL) ? -EINVAL : 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "thread gone",
	.setup = setup,
	.run = run_table,
};
