/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>

#include "arena.h"

#define BLOCK_BYTES 65536

struct aisp_block {
	struct aisp_block *next;
	size_t n_bytes, used;
	_Alignas(max_align_t) char bytes[];
};

static int grow(struct aisp_arena *a, size_t n_bytes)
{
	size_t size = n_bytes > BLOCK_BYTES ? n_bytes : BLOCK_BYTES;
	struct aisp_block *b = calloc(1, sizeof(*b) + size);

	if (!b)
		return -1;
	*b = (struct aisp_block){ .next = a->blocks, .n_bytes = size };
	a->blocks = b;
	return 0;
}

void *aisp_arena_take(struct aisp_arena *a, size_t n, size_t size)
{
	const size_t unit = _Alignof(max_align_t);
	size_t n_bytes;
	void *p;

	if (__builtin_mul_overflow(n, size, &n_bytes) || n_bytes > SIZE_MAX / 2)
		return NULL;
	n_bytes = (n_bytes + unit - 1) / unit * unit;
	if ((!a->blocks || a->blocks->n_bytes - a->blocks->used < n_bytes) &&
	    grow(a, n_bytes))
		return NULL;
	p = a->blocks->bytes + a->blocks->used;
	a->blocks->used += n_bytes;
	return p;
}

void aisp_arena_release(struct aisp_arena *a)
{
	while (a->blocks) {
		struct aisp_block *next = a->blocks->next;

		free(a->blocks);
		a->blocks = next;
	}
}
