/* SPDX-License-Identifier: MIT
 *
 * evict.h - fill the caches of CPUs with data that nobody needs.
 */
#ifndef AISP_EVICT_H
#define AISP_EVICT_H

#include <sched.h>

#include "base/err.h"

/*
 * Allocate the memory that aisp_evict() reads, once for the process: to make it takes
 * longer than many a worker lives.  Returns 0, or -1 with *err filled.
 */
int aisp_evictor_init(struct aisp_err *err);

/*
 * Afterwards the caches of `cpus` hold nothing else, neither data nor a variant's
 * tables and code: twice the largest cache is read, since no cache evicts strictly the
 * oldest line first.  CPUs that share a cache read a part each in a thread of their
 * own, helpers too; each of `cpus` reads at least twice its private caches.
 */
void aisp_evict(const cpu_set_t *cpus, const cpu_set_t *helpers);

#endif
