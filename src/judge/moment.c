/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "moment.h"

static double process_cpu_ns(pid_t pid)
{
	clockid_t clock;

	return clock_getcpuclockid(pid, &clock) ? NAN : aisp_cpu_ns(clock);
}

double aisp_workers_waited_ns(const struct aisp_launch *l)
{
	double sum_ns = 0;

	for (const struct aisp_launch *k = l; k; k = k->next_rank)
		sum_ns += aisp_threads_waited_ns(&k->tasks);
	return sum_ns;
}

void aisp_moment_now(struct aisp_moment *m, const struct aisp_launch *l)
{
	m->worker_cpu_ns = 0;
	for (const struct aisp_launch *k = l; k; k = k->next_rank)
		m->worker_cpu_ns += process_cpu_ns(k->pid);
	m->worker_waited_ns = aisp_workers_waited_ns(l);
	m->judge_waited_ns = aisp_threads_waited_ns(&l->judge);
	m->wall_ns = aisp_now_ns();
	m->awake_cpu_ns = aisp_awake_cpu_ns(&l->awake);
	m->judge_cpu_ns = aisp_cpu_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* An unknown wait counts as 0. */
void aisp_interference_between(const struct aisp_moment *from,
			       const struct aisp_moment *to,
			       const struct aisp_launch *l,
			       struct aisp_interference *lost)
{
	bool is_spin = l->plan->is_spin && !l->is_patient;

	lost->wall_ns = (double)(to->wall_ns - from->wall_ns);
	lost->judge_waited_ns = to->judge_waited_ns - from->judge_waited_ns;
	lost->judge_ns = lost->judge_waited_ns;
	if (is_spin) /* includes time that a hypervisor stole */
		lost->judge_ns =
			lost->wall_ns - (to->judge_cpu_ns - from->judge_cpu_ns);
	lost->worker_ns = fmax(0, to->worker_waited_ns - from->worker_waited_ns);
	lost->others_cpu_ns = NAN;
	lost->is_single = l->tasks.n == 1 && !l->next_rank;
}

double aisp_others_cpu_ns(const struct aisp_moment *from, const struct aisp_moment *to,
			  const struct aisp_launch *l)
{
	if (!l->awake.n_threads)
		return NAN;
	return l->awake.n_threads * (double)(to->wall_ns - from->wall_ns) -
	       (to->awake_cpu_ns - from->awake_cpu_ns) -
	       (to->judge_cpu_ns - from->judge_cpu_ns) -
	       (to->worker_cpu_ns - from->worker_cpu_ns);
}
