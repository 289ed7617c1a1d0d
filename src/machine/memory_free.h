/* SPDX-License-Identifier: MIT
 *
 * memory_free.h - how much memory this process can get before the kernel kills it.
 */
#ifndef AISP_MEMORY_FREE_H
#define AISP_MEMORY_FREE_H

/* In bytes, by the machine and by our control groups; NaN: neither can be read. */
double aisp_memory_free_bytes(void);

#endif
