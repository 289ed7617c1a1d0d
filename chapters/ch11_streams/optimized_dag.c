/* SPDX-License-Identifier: MIT
 *
 * A word for each step says whether it is done.  A free thread takes the first step
 * whose inputs are all there; it waits for nothing that the graph does not require.
 * FLAGS: -fopenmp -D_GNU_SOURCE
 */
#include <aisp/team.h>
#include <sched.h>
#include <stdatomic.h>

#include "workload_dag.h"

#include "step_dag.h"

#define LOOKS 1024 /* for a step, before a thread gives its CPU away */

enum { WAITS, TAKEN, DONE };

struct plan {
	_Atomic int state[MOST_STEPS];
	_Atomic int64_t n_taken;
};

static int is_ready(const struct aisp_io *io, struct plan *p, int64_t k)
{
	const int32_t *before = (const int32_t *)io->in[BEFORE].data + 2 * k;

	for (int i = 0; i < 2; i++)
		if (before[i] >= 0 &&
		    atomic_load_explicit(&p->state[before[i]], memory_order_acquire) !=
			    DONE)
			return 0;
	return 1;
}

/* The first step that waits for nothing, now this thread's; -1: there is none. */
static int64_t take_step(const struct aisp_io *io, struct plan *p)
{
	for (int64_t k = 0; k < io->param[STEPS]; k++) {
		int waits = WAITS;

		if (atomic_load_explicit(&p->state[k], memory_order_relaxed) == WAITS &&
		    is_ready(io, p, k) &&
		    atomic_compare_exchange_strong(&p->state[k], &waits, TAKEN)) {
			atomic_fetch_add(&p->n_taken, 1);
			return k;
		}
	}
	return -1;
}

static void take_steps(const struct aisp_io *io, struct plan *p)
{
	int64_t looks = 0;

	while (atomic_load(&p->n_taken) < io->param[STEPS]) {
		int64_t k = take_step(io, p);

		if (k >= 0) {
			do_step(io, k, 0, io->param[N]);
			atomic_store_explicit(&p->state[k], DONE, memory_order_release);
		} else if (++looks % LOOKS == 0) {
			sched_yield();
		}
	}
}

static int run(const struct aisp_io *io, void *state)
{
	struct plan p = { 0 };

	(void)state;
#pragma omp parallel num_threads(io->n_threads)
	take_steps(io, &p);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "threads take the first step whose results are there",
	.setup = aisp_team_start,
	.run = run,
};
