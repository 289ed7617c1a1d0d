/* SPDX-License-Identifier: MIT
 *
 * guided_word.h - 64 bits of a mask at a time.
 */
#ifndef GUIDED_WORD_H
#define GUIDED_WORD_H

#include <string.h>

#include "guided_cpu.h"

/* Token 64 i + b is bit b. */
static inline uint64_t load_word(const struct guided *g, int64_t i)
{
	uint64_t word;

	memcpy(&word, g->mask + i * WORD / 8, sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

/* The allowed token that has `before` allowed tokens before it. */
static inline int32_t nth_allowed(const struct guided *g, int64_t before)
{
	int64_t i = 0;
	uint64_t word = load_word(g, 0);

	while (__builtin_popcountll(word) <= before) {
		before -= __builtin_popcountll(word);
		word = load_word(g, ++i);
	}
	while (before--)
		word &= word - 1;
	return (int32_t)(i * WORD + __builtin_ctzll(word));
}

#endif
