/* SPDX-License-Identifier: MIT
 *
 * A helper that sleeps where spinning took long, and leaves by pthread_exit(), for
 * which the C library loads another.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "workload_poly.h"

#include "half.h"

static struct {
	pthread_t thread;
	atomic_int go, done;
	const struct aisp_io *io; /* NULL: leave */
} team;

static void wait_for(const atomic_int *x, int value)
{
	for (int n = 0; atomic_load(x) != value; n++)
		if (n > 1000)
			nanosleep(&(struct timespec){ .tv_nsec = 1000 }, NULL);
}

static void *help(void *arg)
{
	(void)arg;
	for (int call = 1;; call++) {
		wait_for(&team.go, call);
		if (!team.io)
			pthread_exit(NULL);
		half(team.io, 0);
		atomic_store(&team.done, call);
	}
}

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	return pthread_create(&team.thread, NULL, help, NULL) ? -EAGAIN : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	int call = atomic_load(&team.go) + 1;

	(void)state;
	team.io = io;
	atomic_store(&team.go, call);
	half(io, 1);
	wait_for(&team.done, call);
	return 0;
}

static void teardown(void *state)
{
	(void)state;
	team.io = NULL;
	atomic_fetch_add(&team.go, 1);
	pthread_join(team.thread, NULL);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "sleeping",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
