/* SPDX-License-Identifier: MIT
 *
 * Exercise: counters that share no cache line with another thread's, without padding:
 * each thread counts in an array on its own stack.  One of them adds all up at the end.
 * FLAGS: -fopenmp
 */
#include "workload_false_sharing.h"

#include "count_false_sharing.h"

/* Adds up the counters of n threads; those of thread t lie at own[t]. */
static void add_up(int32_t *total, int32_t *const *own, int n)
{
	(void)n;
	/* yours: these are the counters of one thread */
	for (int c = 0; c < CLASSES; c++)
		total[c] += own[0][c];
}

static int setup(const struct aisp_io *io, void **state)
{
	start_threads(io);
	*state = calloc((size_t)io->n_threads, sizeof(int32_t *));
	return *state ? 0 : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	const uint8_t *x = io->in[0].data;
	int32_t *total = io->out[0].data, **own = state;

	memset(total, 0, CLASSES * sizeof(*total));
#pragma omp parallel num_threads(io->n_threads)
	{
		int32_t mine[CLASSES] = { 0 };

		own[omp_get_thread_num()] = mine;
#pragma omp for schedule(static)
		for (int64_t i = 0; i < io->param[N]; i++)
			mine[class_of(x[i])]++;
			/* All have counted; none goes on, and frees its stack, before
			 * the sum. */
#pragma omp single
		add_up(total, own, omp_get_num_threads());
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "counters on the stack of each thread",
	.setup = setup,
	.run = run,
	.teardown = free,
};
