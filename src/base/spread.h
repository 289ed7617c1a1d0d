/* SPDX-License-Identifier: MIT
 *
 * spread.h - run parts of a piece of work on several CPUs.
 */
#ifndef AISP_SPREAD_H
#define AISP_SPREAD_H

#include <sched.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a tensor: fewer are done before a thread starts. */
#define AISP_SPREAD_LEAST ((int64_t)1 << 20)

/*
 * Calls part(arg, i, n) for each of n parts, all at once, on threads that may use these
 * CPUs; NULL: those of the calling thread. n is the number of CPUs, at least 1 and at
 * most `most`. Returns when all have ended.  If a thread cannot be started, its part
 * runs on the calling thread; with n = 1 no thread is started.
 */
void aisp_spread(const cpu_set_t *cpus, int64_t most,
		 void (*part)(void *arg, int64_t i, int64_t n), void *arg);

/*
 * Like aisp_spread(), with part(arg, first, end) for stretches of a tensor's elements,
 * or of bytes.  They have about equal lengths, are not empty, and have at least
 * AISP_SPREAD_LEAST for each CPU of the calling thread.  Each begins at a multiple of
 * 64, and so with a whole word of any type.
 */
void aisp_spread_elems(int64_t total,
		       void (*part)(void *arg, int64_t first, int64_t end), void *arg);

/* Like memcpy(). */
void aisp_spread_copy(void *to, const void *from, size_t n_bytes);

#endif
