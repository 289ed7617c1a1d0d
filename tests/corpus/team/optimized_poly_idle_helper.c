/* SPDX-License-Identifier: MIT
 *
 * A thread that is declared, started, and never given work.
 */
#include <errno.h>
#include <pthread.h>

#include "workload_poly.h"

#include "../../exploits/fixtures/horner_run.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t helper;

static void *wait(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	pthread_mutex_lock(&lock);
	return pthread_create(&helper, NULL, wait, NULL) ? -EAGAIN : 0;
}

static void teardown(void *state)
{
	(void)state;
	pthread_mutex_unlock(&lock);
	pthread_join(helper, NULL);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "idle helper",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
