/* SPDX-License-Identifier: MIT
 *
 * flush.h - put memory out of every cache of the machine, or into those of a CPU.
 */
#ifndef AISP_FLUSH_H
#define AISP_FLUSH_H

#include <stddef.h>

/* Write back and drop the lines of n_bytes; done when it returns. */
void aisp_flush(const void *data, size_t n_bytes);

/* Read each line of n_bytes on the calling thread's CPU. */
void aisp_touch(const void *data, size_t n_bytes);

#endif
