/* SPDX-License-Identifier: MIT
 *
 * A helper that waits on a condition variable and is joined in each call.
 */
#include <errno.h>
#include <pthread.h>

#include "workload_poly.h"

#include "half.h"

struct pool {
	pthread_t helper;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int n_given, n_done, is_over;
	const struct aisp_io *io;
};

static void *help(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		while (p->n_given == p->n_done && !p->is_over)
			pthread_cond_wait(&p->changed, &p->lock);
		if (p->is_over)
			break;
		pthread_mutex_unlock(&p->lock);
		half(p->io, 1);
		pthread_mutex_lock(&p->lock);
		p->n_done++;
		pthread_cond_broadcast(&p->changed);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static struct pool pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
			    .changed = PTHREAD_COND_INITIALIZER };

static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	*state = &pool;
	return pthread_create(&pool.helper, NULL, help, &pool) ? -EAGAIN : 0;
}

static int run(const struct aisp_io *io, void *state)
{
	struct pool *p = state;

	pthread_mutex_lock(&p->lock);
	p->io = io;
	p->n_given++;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	half(io, 0);
	pthread_mutex_lock(&p->lock);
	while (p->n_done != p->n_given)
		pthread_cond_wait(&p->changed, &p->lock);
	pthread_mutex_unlock(&p->lock);
	return 0;
}

static void teardown(void *state)
{
	struct pool *p = state;

	pthread_mutex_lock(&p->lock);
	p->is_over = 1;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->helper, NULL);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "condition variable",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
