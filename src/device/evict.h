/* SPDX-License-Identifier: MIT
 *
 * evict.h - fill the caches of CPUs with what nobody needs.
 */
#ifndef AISP_EVICT_H
#define AISP_EVICT_H

#include <sched.h>

#include "base/err.h"

/*
 * Memory that aisp_evict() reads, one for the process and for its life: to make it
 * takes longer than many a worker lives.  0, or -1 with *err filled.
 */
int aisp_evictor_init(struct aisp_err *err);

/*
 * After it the caches of `cpus` hold nothing else, neither data nor a variant's own
 * tables and code: twice the largest cache is read, since none forgets the oldest line
 * first.  CPUs that share that cache read a part each in a thread of their own, helpers
 * too; each of `cpus` reads twice its private caches at least.
 */
void aisp_evict(const cpu_set_t *cpus, const cpu_set_t *helpers);

#endif
