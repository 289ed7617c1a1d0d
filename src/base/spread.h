/* SPDX-License-Identifier: MIT
 *
 * spread.h - parts of one piece of work, on several CPUs.
 */
#ifndef AISP_SPREAD_H
#define AISP_SPREAD_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

/* Elements: less is done before a thread runs; and in a part, whole words of any type.
 */
#define AISP_SPREAD_LEAST ((int64_t)1 << 20)
#define AISP_SPREAD_UNIT  64

/*
 * part(arg, i, n) for each i of n parts, all at once, on threads that may use those
 * CPUs; NULL: those of the calling thread.  n is the number of the CPUs, but at least 1
 * and at most `most`.  Returns when all have ended.  A part whose thread cannot be had
 * runs on the calling thread, and with n = 1 nothing else does.
 */
void aisp_spread(const cpu_set_t *cpus, int64_t most,
		 void (*part)(void *arg, int64_t i, int64_t n), void *arg);

/* Where part i of n begins, of `total` things of which `unit` stay together. */
static inline int64_t aisp_spread_begin(int64_t total, int64_t unit, int64_t i,
					int64_t n)
{
	int64_t units = (total + unit - 1) / unit;
	int64_t first = (units / n * i + units % n * i / n) * unit;

	return first < total ? first : total;
}

/* As memcpy(). */
void aisp_spread_copy(void *to, const void *from, size_t n_bytes);

#endif
