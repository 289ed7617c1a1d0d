/* SPDX-License-Identifier: MIT
 *
 * awake.h - CPUs that do not sleep while the judge waits for an answer.
 *
 * Where judge and worker share their CPUs the judge sleeps until the worker answers.
 * To be woken from another CPU takes 10 to 100 us in a virtual machine, which is no
 * time of a variant and differs from call to call.  A thread a CPU under SCHED_IDLE,
 * which gives way to any other at once (sched(7)), sees the answer and wakes the judge
 * where it fell asleep.  What these threads ran is what nobody wanted: with it the CPU
 * time that others took is known.
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
 * On these CPUs, until aisp_awake_end().  Where a quota of CPU time is less than they
 * are, or threads are refused, they may sleep as before.
 */
void aisp_awake_begin(struct aisp_awake *a, const cpu_set_t *cpus,
		      const _Atomic uint32_t *done);

/* CPU time that these threads had so far. */
double aisp_awake_cpu_ns(const struct aisp_awake *a);

/* Also of one that never began, where it is all zero. */
void aisp_awake_end(struct aisp_awake *a);

#endif
