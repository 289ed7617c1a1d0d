/* SPDX-License-Identifier: MIT
 *
 * pin_affinity.h - how far CPUs are from the first one that the process may use: by the
 * time that a line needs to another one and back, for no table says that in a virtual
 * machine.
 */
#ifndef PIN_AFFINITY_H
#define PIN_AFFINITY_H

#include "ring_affinity.h"
#include <limits.h>
#include <time.h>

#define ROUNDS 500 /* of a line, for a CPU's distance */
#define TRIES  3   /* the shortest counts: other processes run here, too */

/* The k-th CPU that the caller may use, or -1. */
static int cpu_at(const cpu_set_t *all, int k)
{
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, all) && k-- == 0)
			return cpu;
	return -1;
}

static int pin(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? -errno : 0;
}

/* Pins thread 0 to the first CPU, and the other one to the second. */
static int pin_both(int first, int second)
{
	int rc = 0;

#pragma omp parallel num_threads(THREADS) reduction(min : rc)
	rc = pin(omp_get_thread_num() ? second : first);
	return rc;
}

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Nanoseconds of ROUNDS round trips between the threads as they are pinned. */
static int64_t time_rounds(struct ring *r)
{
	int64_t begin = now_ns();

	atomic_init(&r->put, 0);
	atomic_init(&r->taken, 0);
#pragma omp parallel num_threads(THREADS)
	for (int64_t i = 1; i <= ROUNDS; i++)
		if (omp_get_thread_num()) {
			await(&r->put, i);
			atomic_store_explicit(&r->taken, i, memory_order_release);
		} else {
			atomic_store_explicit(&r->put, i, memory_order_release);
			await(&r->taken, i);
		}
	return now_ns() - begin;
}

static int64_t distance_of(struct ring *r, int first, int second)
{
	int64_t least = INT64_MAX;

	if (pin_both(first, second))
		return -1;
	for (int i = 0; i < TRIES; i++) {
		int64_t ns = time_rounds(r);

		least = ns < least ? ns : least;
	}
	return least;
}

/* Pins the threads to the first CPU and to the nearest other one, or the farthest, of
 * `least` CPUs at least. */
static inline int pin_by_distance(struct ring *r, int is_far, int least)
{
	int64_t best = is_far ? -1 : INT64_MAX;
	int first, at = -1;
	cpu_set_t all;

	if (sched_getaffinity(0, sizeof(all), &all) || CPU_COUNT(&all) < least)
		return -ENOTSUP;
	first = cpu_at(&all, 0);
	for (int k = 1; k < CPU_COUNT(&all); k++) {
		int64_t ns = distance_of(r, first, cpu_at(&all, k));

		if (ns < 0 || (is_far ? ns <= best : ns >= best))
			continue;
		best = ns;
		at = cpu_at(&all, k);
	}
	return at < 0 ? -ENOTSUP : pin_both(first, at);
}

#endif
