/* SPDX-License-Identifier: MIT
 *
 * wide_decompress.h - copies of COPY_BYTES at a time.  Most are short, so that the
 * first copy is the only one, and nobody has to foresee a length: what is written too
 * much, the next sequence overwrites.  A match that is nearer than a copy is wide
 * repeats itself: its first bytes are laid side by side until it is far enough.
 */
#ifndef WIDE_DECOMPRESS_H
#define WIDE_DECOMPRESS_H

#include "blocks_decompress.h"
#include <string.h>

#define COPY_BYTES 16

/* May n bytes be written from `at` to `end` by whole copies? */
static inline int has_room(const uint8_t *at, const uint8_t *end, int64_t n)
{
	return end - at >= n + COPY_BYTES;
}

static inline void copy_wide(uint8_t *to, const uint8_t *from, int64_t n)
{
	do {
		memcpy(to, from, COPY_BYTES);
		to += COPY_BYTES;
		from += COPY_BYTES;
		n -= COPY_BYTES;
	} while (n > 0);
}

static inline void put_literals(struct place *p, int64_t n)
{
	if (has_room(p->at, p->end, n) && has_room(p->s, p->s_end, n))
		copy_wide(p->at, p->s, n);
	else
		memcpy(p->at, p->s, (size_t)n);
	p->at += n;
	p->s += n;
}

static inline void put_match(struct place *p, int64_t distance, int64_t n)
{
	uint8_t *to = p->at, *end = to + n;
	int64_t far = distance;

	p->at = end;
	if (has_room(to, p->end, n) && far < COPY_BYTES) {
		for (int i = 0; i < COPY_BYTES; i++)
			to[i] = to[i - distance];
		while (far < COPY_BYTES)
			far += distance;
		to += COPY_BYTES;
	}
	if (end - to > 0 && has_room(to, p->end, end - to))
		copy_wide(to, to - far, end - to);
	else
		for (; to < end; to++)
			*to = to[-distance];
}

#endif
