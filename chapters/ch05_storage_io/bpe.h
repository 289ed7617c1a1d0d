/* SPDX-License-Identifier: MIT
 *
 * bpe.h - byte pair encoding (P. Gage 1994; R. Sennrich, B. Haddow and A. Birch 2016):
 * merge k makes token 256 + k of two tokens, and k is its rank.  A word begins as its
 * bytes; of its pairs of neighbours that a merge knows, the one of least rank, and of
 * equal ones the first, becomes one token, until no merge knows a pair.
 */
#ifndef BPE_H
#define BPE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define N_BYTES 256
#define NO_RANK INT32_MAX

struct pair {
	uint64_t key; /* 1 + both tokens; 0: free */
	int32_t rank;
};

/* Pairs by open addressing, at least half of the slots free. */
struct pairs {
	uint64_t mask;
	struct pair slot[];
};

static inline uint64_t slots_of(int64_t merges)
{
	uint64_t n = 4;

	while (n < 2 * (uint64_t)merges)
		n *= 2;
	return n;
}

static inline size_t pairs_bytes(int64_t merges)
{
	return sizeof(struct pairs) + slots_of(merges) * sizeof(struct pair);
}

/* The slot of a pair, or the free one where it would be. */
static inline struct pair *pair_slot(struct pairs *p, int32_t left, int32_t right)
{
	uint64_t key = 1 + ((uint64_t)(uint32_t)left << 32 | (uint32_t)right);
	uint64_t i = key * 0x9e3779b97f4a7c15 >> 40;

	while (p->slot[i & p->mask].key && p->slot[i & p->mask].key != key)
		i++;
	return &p->slot[i & p->mask];
}

static inline int32_t rank_of(const struct pairs *p, int32_t left, int32_t right)
{
	const struct pair *s = pair_slot((struct pairs *)p, left, right);

	return s->key ? s->rank : NO_RANK;
}

static inline void pairs_clear(struct pairs *p, int64_t merges)
{
	memset(p, 0, pairs_bytes(merges));
	p->mask = slots_of(merges) - 1;
}

static inline void pairs_add(struct pairs *p, const int32_t merge[2], int32_t rank)
{
	struct pair *s = pair_slot(p, merge[0], merge[1]);

	if (s->key)
		return; /* the first counts */
	s->key = 1 + ((uint64_t)(uint32_t)merge[0] << 32 | (uint32_t)merge[1]);
	s->rank = rank;
}

static inline void pairs_fill(struct pairs *p, const int32_t (*merge)[2],
			      int64_t merges)
{
	pairs_clear(p, merges);
	for (int64_t k = 0; k < merges; k++)
		pairs_add(p, merge[k], (int32_t)k);
}

/* Bytes up to the next space, the first one aside, which the word may begin with. */
static inline int64_t word_bytes(const uint8_t *s, int64_t n)
{
	const uint8_t *space = n > 1 ? memchr(s + 1, ' ', (size_t)(n - 1)) : NULL;

	return space ? space - s : n;
}

/* Makes one merge of the n tokens at t, if there is one; returns how many remain. */
static inline int64_t merge_least(const struct pairs *p, int32_t *t, int64_t n)
{
	int32_t least = NO_RANK;
	int64_t at = 0;

	for (int64_t i = 0; i + 1 < n; i++) {
		int32_t rank = rank_of(p, t[i], t[i + 1]);

		if (rank < least) {
			least = rank;
			at = i;
		}
	}
	if (least == NO_RANK)
		return n;
	t[at] = N_BYTES + least;
	memmove(t + at + 1, t + at + 2, (size_t)(n - at - 2) * sizeof(*t));
	return n - 1;
}

/* Stores the tokens of a word of n bytes in t, with room for n; returns how many. */
static inline int64_t encode_word(const struct pairs *p, const uint8_t *s, int64_t n,
				  int32_t *t)
{
	int64_t before;

	for (int64_t i = 0; i < n; i++)
		t[i] = s[i];
	do {
		before = n;
		n = merge_least(p, t, n);
	} while (n < before);
	return n;
}

#endif
