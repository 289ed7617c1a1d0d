/* SPDX-License-Identifier: MIT
 *
 * ranks_tokenise.h - the ranks of a word's pairs, looked up once: a merge makes two new
 * pairs, and the others keep theirs.
 */
#ifndef RANKS_TOKENISE_H
#define RANKS_TOKENISE_H

#include "bpe.h"

#define WORD 64 /* bytes; longer words are encoded as in the baseline */

static inline int64_t least_of(const int32_t *rank, int64_t n)
{
	int64_t at = 0;

	for (int64_t i = 1; i < n; i++)
		at = rank[i] < rank[at] ? i : at;
	return at;
}

/* Takes element `at` of n out. */
static inline void take_out(int32_t *x, int64_t n, int64_t at)
{
	for (int64_t i = at; i + 1 < n; i++)
		x[i] = x[i + 1];
}

/* Like encode_word(). */
static inline int64_t encode_ranked(const struct pairs *p, const uint8_t *s, int64_t n,
				    int32_t *t)
{
	int32_t rank[WORD];

	if (n > WORD)
		return encode_word(p, s, n, t);
	for (int64_t i = 0; i < n; i++) {
		t[i] = s[i];
		rank[i] = i + 1 < n ? rank_of(p, s[i], s[i + 1]) : NO_RANK;
	}
	while (n > 1) {
		int64_t at = least_of(rank, n - 1);

		if (rank[at] == NO_RANK)
			break;
		t[at] = N_BYTES + rank[at];
		take_out(t, n, at + 1);
		take_out(rank, n, at + 1);
		n--;
		rank[at] = at + 1 < n ? rank_of(p, t[at], t[at + 1]) : NO_RANK;
		if (at > 0)
			rank[at - 1] = rank_of(p, t[at - 1], t[at]);
	}
	return n;
}

#endif
