/* SPDX-License-Identifier: MIT */
#include <linux/futex.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "awake.h"
#include "base/clock.h"
#include "base/thread_on.h"
#include "machine/cgroup.h"

/* Under SCHED_IDLE the thread runs only where no other one wants to. */
static void *stay_awake(void *arg)
{
	const struct sched_param none = { 0 };
	struct aisp_awake *a = arg;
	uint32_t seen = 0;

	if (sched_setscheduler(0, SCHED_IDLE, &none))
		return NULL;
	while (!__atomic_load_n(&a->is_over, __ATOMIC_RELAXED)) {
		uint32_t number = atomic_load_explicit(a->done, memory_order_acquire);

		if (number != seen)
			syscall(SYS_futex, a->done, FUTEX_WAKE, 1, NULL, NULL, 0);
		seen = number;
		aisp_spin_pause();
	}
	return NULL;
}

static bool has_quota_for(const cpu_set_t *cpus)
{
	struct aisp_cgroup cg;

	aisp_cgroup_read_of(&cg, 0);
	return cg.quota_cpus <= 0 || cg.quota_cpus >= CPU_COUNT(cpus);
}

static void start(struct aisp_awake *a, int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	a->n_threads += aisp_thread_on(&a->threads[a->n_threads], &one, stay_awake, a);
}

void aisp_awake_begin(struct aisp_awake *a, const cpu_set_t *cpus,
		      const _Atomic uint32_t *done)
{
	sigset_t all, before;

	*a = (struct aisp_awake){ .done = done };
	if (!has_quota_for(cpus))
		return;
	a->threads = calloc((size_t)CPU_COUNT(cpus), sizeof(*a->threads));
	if (!a->threads)
		return;
	/* Signals are for the thread that measures. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, cpus))
			start(a, cpu);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (a->n_threads < CPU_COUNT(cpus))
		aisp_awake_end(a);
}

/* Thread clocks are exact; the process's clock is as of the last tick. */
double aisp_awake_cpu_ns(const struct aisp_awake *a)
{
	double sum_ns = 0;
	clockid_t clock;

	for (int i = 0; i < a->n_threads; i++)
		if (!pthread_getcpuclockid(a->threads[i], &clock))
			sum_ns += aisp_cpu_ns(clock);
	return sum_ns;
}

void aisp_awake_end(struct aisp_awake *a)
{
	__atomic_store_n(&a->is_over, true, __ATOMIC_RELAXED);
	for (int i = 0; i < a->n_threads; i++)
		pthread_join(a->threads[i], NULL);
	free(a->threads);
	*a = (struct aisp_awake){ 0 };
}
