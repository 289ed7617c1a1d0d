/* SPDX-License-Identifier: MIT
 *
 * alloc_given.h - the trace as an allocator sees it: which blocks are freed before each
 * block is requested.
 */
#ifndef ALLOC_GIVEN_H
#define ALLOC_GIVEN_H

#include <string.h>

#define NONE (-1)

struct given {
	const int64_t *size;
	int32_t *first; /* block that is given back at each time, or NONE */
	int32_t *next;  /* block that is given back with a block, or NONE */
	void *rest;     /* of the workspace: 32 bytes for each block and more */
};

static inline struct given given_new(const struct aisp_io *io)
{
	int64_t n = io->param[BLOCKS];
	const int32_t *free_at = io->in[FREE_AT].data;
	struct given g = { .size = io->in[SIZE].data, .rest = io->workspace };

	g.first = (int32_t *)((char *)io->workspace + 32 * n + 2048);
	g.next = g.first + n + 1;
	memset(g.first, NONE, (size_t)(n + 1) * sizeof(*g.first));
	for (int64_t i = 0; i < n; i++) {
		g.next[i] = g.first[free_at[i]];
		g.first[free_at[i]] = (int32_t)i;
	}
	return g;
}

#endif
