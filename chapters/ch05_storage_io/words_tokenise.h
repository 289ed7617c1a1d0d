/* SPDX-License-Identifier: MIT
 *
 * words_tokenise.h - a text of words that come again and again, and merges that were
 * made for it.  Word w of the dictionary follows from its number.
 */
#ifndef WORDS_TOKENISE_H
#define WORDS_TOKENISE_H

#include "bpe.h"
#include <aisp/draw.h>

#define N_WORDS    4096
#define LONGEST    12  /* letters */
#define RARE_ONE   256 /* of so many words one is made up */
#define MOST_TRIES 64

/* Small numbers most often. */
static inline uint64_t draw_word(uint64_t bits, uint64_t i)
{
	uint64_t r = aisp_draw(bits, i), most = 1 + r % N_WORDS;

	return (r >> 20) % (1 + (r >> 40) % most);
}

/* A space and letters, up to n bytes; how many. */
static inline int64_t write_word(uint8_t *s, int64_t n, uint64_t bits, uint64_t w)
{
	uint64_t r = aisp_draw(~bits, w);
	int64_t letters = 1 + (int64_t)(r % (w < 64 ? 3 : LONGEST));

	n = letters + 1 < n ? letters + 1 : n;
	s[0] = ' ';
	for (int64_t i = 1; i < n; i++) {
		uint64_t q = aisp_draw(r, (uint64_t)i);

		s[i] = (uint8_t)('a' + q % (1 + (q >> 32) % 26));
	}
	return n;
}

static inline void write_text(uint8_t *s, int64_t n, uint64_t bits, uint64_t document)
{
	uint64_t own = aisp_draw(bits, document);
	int64_t at = 0;

	for (uint64_t i = 0; at < n; i++) {
		uint64_t w = draw_word(own, i);

		if (aisp_draw(~own, i) % RARE_ONE == 0)
			w = N_WORDS + (aisp_draw(own, ~i) >> 16);
		at += write_word(s + at, n - at, bits, w);
	}
}

/*
 * Merge k: two neighbours of a word after the merges before.  No merge knows them, or
 * they were one token.  Words that are one token already are drawn anew, and if there
 * is no other, the merge is of bytes that no text has.
 */
static inline void draw_merge(int32_t merge[2], const struct pairs *p, uint64_t bits,
			      int64_t k)
{
	for (uint64_t i = 0; i < MOST_TRIES; i++) {
		uint64_t r = (uint64_t)k * MOST_TRIES + i;
		uint8_t s[LONGEST + 1];
		int32_t t[LONGEST + 1];
		int64_t n = write_word(s, LONGEST + 1, bits, draw_word(bits ^ 1, r));

		n = encode_word(p, s, n, t);
		if (n > 1) {
			r = aisp_draw(bits ^ 2, r) % (uint64_t)(n - 1);
			memcpy(merge, t + r, 2 * sizeof(*merge));
			return;
		}
	}
	merge[0] = 128 + (int32_t)(k % 128);
	merge[1] = (int32_t)(k / 128);
}

static inline void draw_merges(int32_t (*merge)[2], int64_t merges, uint64_t bits)
{
	struct pairs *p = malloc(pairs_bytes(merges));

	if (!p)
		abort();
	pairs_clear(p, merges);
	for (int64_t k = 0; k < merges; k++) {
		draw_merge(merge[k], p, bits, k);
		pairs_add(p, merge[k], (int32_t)k);
	}
	free(p);
}

#endif
