/* SPDX-License-Identifier: MIT
 *
 * flush.h - remove memory from every cache of the machine, or load it into a CPU's.
 */
#ifndef AISP_FLUSH_H
#define AISP_FLUSH_H

#include <stddef.h>

/* Write back and drop the cache lines of n_bytes; all is done on return. */
void aisp_flush(const void *data, size_t n_bytes);

/* Read each line of n_bytes on the calling thread's CPU. */
void aisp_touch(const void *data, size_t n_bytes);

#endif
