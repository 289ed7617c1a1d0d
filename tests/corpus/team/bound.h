/* SPDX-License-Identifier: MIT
 *
 * Two threads that bind_to(k) binds to the first and the second CPU that they have.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "half.h"

static int bind_to(const cpu_set_t *cpu);

static struct {
	pthread_t helper;
	cpu_set_t cpu[2];
	const struct aisp_io *io;
	atomic_int n_given, n_done, is_bound, is_over;
} pool;

static void *help(void *arg)
{
	(void)arg;
	pool.is_bound = 1 + bind_to(&pool.cpu[1]);
	while (!pool.is_over) {
		if (pool.n_given == pool.n_done) {
			sched_yield();
			continue;
		}
		half(pool.io, 1);
		pool.n_done++;
	}
	return NULL;
}

/* One CPU serves both if there is no other. */
static int choose_cpus(void)
{
	cpu_set_t all;
	int n = 0;

	if (sched_getaffinity(0, sizeof(all), &all))
		return -errno;
	for (int k = 0; k < CPU_SETSIZE; k++)
		if (CPU_ISSET(k, &all) && n < 2)
			CPU_SET(k, &pool.cpu[n++]);
	if (n < 2)
		pool.cpu[1] = pool.cpu[0];
	return 0;
}

static int setup(const struct aisp_io *io, void **state)
{
	int rc = choose_cpus();

	(void)io;
	(void)state;
	if (rc)
		return rc;
	if (pthread_create(&pool.helper, NULL, help, NULL))
		return -EAGAIN;
	while (!pool.is_bound)
		sched_yield();
	return pool.is_bound == 1 ? bind_to(&pool.cpu[0]) : -EPERM;
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	pool.io = io;
	pool.n_given++;
	half(io, 0);
	while (pool.n_done != pool.n_given)
		sched_yield();
	return 0;
}

static void teardown(void *state)
{
	(void)state;
	pool.is_over = 1;
	pthread_join(pool.helper, NULL);
}
