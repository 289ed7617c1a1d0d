/* SPDX-License-Identifier: MIT
 *
 * radix_lines.h - passes whose stores are whole lines.
 *
 * Keys of a digit gather in a line of their own; all these lines lie in the
 * second-level cache.  A full one goes to its place, past the caches.  So memory sees a
 * store for 16 keys and no line that is read before it is written, a page is translated
 * once for them, and there may be many more digits: 11 bits make three passes of four.
 * A line of the destination that two digits share, or two threads, is written by parts.
 */
#ifndef RADIX_LINES_H
#define RADIX_LINES_H

#include <string.h>

#define DIGIT_BITS 11
#include "radix.h"
#include "stream.h"

#define LINE 16 /* keys */

struct lines {
	int32_t key[N_DIGITS][LINE] __attribute__((aligned(64)));
	int64_t first[N_DIGITS]; /* where this pass put the digit's first key */
	int64_t at[N_DIGITS];    /* where it will put the next */
};

/* What of the line before `at` has been gathered, but for what is not ours. */
static inline void put_part(const struct lines *l, unsigned d, int64_t line,
			    int32_t *to)
{
	int64_t from = l->first[d] > line ? l->first[d] : line;

	memcpy(to + from, l->key[d] + (from - line),
	       (size_t)(l->at[d] - from) * sizeof(*to));
}

static inline void put_line(const struct lines *l, unsigned d, int32_t *to)
{
	int64_t line = l->at[d] - LINE;

	if (l->first[d] <= line)
		for (int i = 0; i < LINE; i += 4)
			stream4((float *)(to + line + i),
				*(const float4_loose *)(l->key[d] + i));
	else
		put_part(l, d, line, to);
}

/* l->at is where each digit's keys go. */
static inline void scatter_lines(struct lines *restrict l, const int32_t *restrict from,
				 int64_t n, int pass, int32_t *restrict to)
{
	memcpy(l->first, l->at, sizeof(l->first));
	for (int64_t i = 0; i < n; i++) {
		unsigned d = digit_of(from[i], pass);
		int64_t at = l->at[d];

		l->key[d][at & (LINE - 1)] = from[i];
		l->at[d] = at + 1;
		if ((at & (LINE - 1)) == LINE - 1)
			put_line(l, d, to);
	}
	for (unsigned d = 0; d < N_DIGITS; d++)
		if (l->at[d] % LINE && l->at[d] > l->first[d])
			put_part(l, d, l->at[d] / LINE * LINE, to);
	stream_end();
}

#endif
