/* SPDX-License-Identifier: MIT
 *
 * spread.h - parts of one piece of work, on several CPUs.
 */
#ifndef AISP_SPREAD_H
#define AISP_SPREAD_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

/* Of a tensor: less is done before a thread runs. */
#define AISP_SPREAD_LEAST ((int64_t)1 << 20)

/*
 * part(arg, i, n) for each i of n parts, all at once, on threads that may use those
 * CPUs; NULL: those of the calling thread.  n is the number of the CPUs, but at least 1
 * and at most `most`.  Returns when all have ended.  A part whose thread cannot be had
 * runs on the calling thread, and with n = 1 nothing else does.
 */
void aisp_spread(const cpu_set_t *cpus, int64_t most,
		 void (*part)(void *arg, int64_t i, int64_t n), void *arg);

/*
 * As aisp_spread(): part(arg, first, end) for stretches of a tensor's elements, or of
 * bytes, that are about as long and not empty: AISP_SPREAD_LEAST or more for each CPU
 * of the calling thread.  One begins at a multiple of 64, and so with a word of any
 * type.
 */
void aisp_spread_elems(int64_t total,
		       void (*part)(void *arg, int64_t first, int64_t end), void *arg);

/* As memcpy(). */
void aisp_spread_copy(void *to, const void *from, size_t n_bytes);

#endif
