/* SPDX-License-Identifier: MIT
 *
 * evict_test.h - what an eviction (flush.h) leaves in the caches of a CPU.  A cache
 * that is filled with what others give up, or is larger than the kernel says, keeps
 * more of the old data.
 */
#ifndef AISP_EVICT_TEST_H
#define AISP_EVICT_TEST_H

#include "base/err.h"

/* Times in which the caller reads a mebibyte of its own, line by line in a random
 * order: the least of a few readings, since noise only adds. */
struct aisp_evict_times {
	double evicted_ns; /* after an eviction */
	double dropped_ns; /* after each of its lines was flushed */
};

/* Takes a fiftieth of a second, or six evictions.  0, or -1 with *err filled. */
int aisp_evict_test(struct aisp_evict_times *t, struct aisp_err *err);

#endif
