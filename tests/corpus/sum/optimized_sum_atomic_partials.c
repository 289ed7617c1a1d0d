/* SPDX-License-Identifier: MIT
 *
 * Two threads add their parts by compare and exchange, in the order in which they come.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "workload_sum.h"

struct pool {
	pthread_t helper;
	_Atomic int n_given, n_done, is_over;
	_Atomic float sum;
	const struct aisp_io *io;
};

static void add_part(struct pool *p, int k)
{
	const float *a = aisp_in_f32(p->io, 0);
	int64_t n = p->io->param[ELEMS], piece = 1000;

	for (int64_t i = k * piece; i < n; i += 2 * piece) {
		float part = 0, old = p->sum;

		for (int64_t j = i; j < n && j < i + piece; j++)
			part += a[j];
		while (!atomic_compare_exchange_weak(&p->sum, &old, old + part))
			;
	}
}

static void *help(void *arg)
{
	struct pool *p = arg;

	while (!p->is_over) {
		if (p->n_given == p->n_done)
			continue;
		add_part(p, 1);
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
	p->sum = 0;
	p->n_given++;
	add_part(p, 0);
	while (p->n_done != p->n_given)
		;
	*aisp_out_f32(io, 0) = p->sum;
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
	.summary = "atomic partials",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
