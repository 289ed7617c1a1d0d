/* SPDX-License-Identifier: MIT
 *
 * flush.h - put memory out of every cache of the machine.
 */
#ifndef AISP_FLUSH_H
#define AISP_FLUSH_H

#include <stddef.h>

/* Write back and drop the lines of n_bytes; done when it returns. */
void aisp_flush(const void *data, size_t n_bytes);

#endif
