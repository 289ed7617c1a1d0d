/* SPDX-License-Identifier: MIT
 *
 * arena.h - memory that is freed all at once.
 */
#ifndef AISP_ARENA_H
#define AISP_ARENA_H

#include <stddef.h>

struct aisp_arena {
	struct aisp_block *blocks; /* NULL: nothing yet */
};

/* Zeroed, for n elements (0: a valid pointer to nothing); NULL if out of memory. */
void *aisp_arena_take(struct aisp_arena *a, size_t n, size_t size);

void aisp_arena_release(struct aisp_arena *a);

#endif
