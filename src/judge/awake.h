/* SPDX-License-Identifier: MIT
 *
 * awake.h - CPUs that do not sleep while the judge waits for an answer.
 *
 * Where judge and worker share their CPUs the judge sleeps until the worker answers.
 * Waking it from another CPU takes 10 to 100 us in a virtual machine, which is not the
 * variant's time and differs from call to call.  On each CPU a thread under SCHED_IDLE,
 * which yields to any other at once (sched(7)), sees the answer and wakes the judge
 * where it fell asleep.  These threads use only idle time, from which the CPU time that
 * others took follows.
 */
#ifndef AISP_AWAKE_H
#define AISP_AWAKE_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

struct aisp_awake {
	int n_threads;
	bool is_over;
	const _Atomic uint32_t *done; /* the futex word that the judge sleeps on */
	pthread_t *threads;
};

/*
 * Keep these CPUs awake until aisp_awake_end(). They may sleep as before if the quota
 * of CPU time is less than that many CPUs, or threads are refused.
 */
void aisp_awake_begin(struct aisp_awake *a, const cpu_set_t *cpus,
		      const _Atomic uint32_t *done);

/* CPU time that these threads had so far. */
double aisp_awake_cpu_ns(const struct aisp_awake *a);

/* Also call it if no thread began, with *a all zero. */
void aisp_awake_end(struct aisp_awake *a);

#endif
