/* SPDX-License-Identifier: MIT
 *
 * A helper that spins for work, and is waited for by spinning.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "workload_poly.h"

#include "half.h"

struct pool {
	pthread_t helper;
	_Atomic int n_given, n_done, is_over;
	const struct aisp_io *io;
};

static void *help(void *arg)
{
	struct pool *p = arg;

	while (!p->is_over) {
		if (p->n_given == p->n_done)
			continue;
		half(p->io, 1);
		p->n_done++;
	}
	return NULL;
}

static struct pool pool;

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = &pool;
	return pthread_create(&pool.helper, NULL, help, &pool) ? -EAGAIN : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	struct pool *p = state;

	p->io = io;
	p->n_given++;
	half(io, 0);
	while (p->n_done != p->n_given)
		;
	return 0;
}

static void teardown(void *state)
{
	struct pool *p = state;

	p->is_over = 1;
	pthread_join(p->helper, NULL);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "spinning",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
