/* SPDX-License-Identifier: MIT
 *
 * flush.h - put memory out of every cache of the machine, or into those of a CPU.
 */
#ifndef AISP_FLUSH_H
#define AISP_FLUSH_H

#include <stddef.h>

#include "base/err.h"

/* Write back and drop the lines of n_bytes; done when it returns. */
void aisp_flush(const void *data, size_t n_bytes);

/* Read each line of n_bytes on the calling thread's CPU. */
void aisp_touch(const void *data, size_t n_bytes);

/*
 * Memory that aisp_evict() reads, one for the process and for its life: to make it
 * takes longer than many a worker lives.  0, or -1 with *err filled.
 */
int aisp_evictor_init(struct aisp_err *err);

/*
 * After it the caches of the calling thread's CPU hold nothing else: twice its largest
 * cache is read, since none forgets the oldest line first.
 */
void aisp_evict(void);

#endif
