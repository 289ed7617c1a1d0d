/* SPDX-License-Identifier: MIT
 *
 * A table of all n-grams, n from LEAST to `ngram`, by a hash that follows from those of
 * two prefixes (R. M. Karp and M. O. Rabin, 1987): each says where its n-gram first
 * ended.  A position looks up and enters its own few, however long the text is.
 * FLAGS: -O3
 */
#include "workload_draft.h"

#include <string.h>

#include "draft_put.h"

#define BASE 0x9e3779b97f4a7c15 /* odd: 2^64 over the golden ratio */

/* An n-gram that ended at end - 1; 0: a free place. */
struct entry {
	int32_t end, n;
};

struct table {
	struct entry *entries;
	int shift; /* 64 - the logarithm of the number of entries */
	uint64_t mask;
};

/* At least two places for each n-gram. */
static struct table table_of(const struct drafts *d, void *room)
{
	struct table t = { room, 63, 1 };

	while (t.mask + 1 < (uint64_t)(2 * d->tokens * (d->ngram - LEAST + 1))) {
		t.mask = 2 * t.mask + 1;
		t.shift--;
	}
	memset(room, 0, (t.mask + 1) * sizeof(*t.entries));
	return t;
}

static int is_same(const int32_t *text, int64_t i, int64_t e, int64_t n)
{
	return agree(text, i, e, n) == n;
}

/* Where the last n tokens at i ended first; i, if they are new, and now known. */
static int64_t first_end(const struct table *t, const int32_t *text, int64_t i,
			 int64_t n, uint64_t hash)
{
	uint64_t at = (hash ^ (uint64_t)n) * BASE >> t->shift;
	struct entry *x;

	for (;; at++) {
		x = t->entries + (at & t->mask);
		if (!x->end)
			break;
		if (x->n == n && is_same(text, i, x->end - 1, n))
			return x->end - 1;
	}
	*x = (struct entry){ (int32_t)i + 1, (int32_t)n };
	return i;
}

/* The hash of a text: tokens as digits to the base of BASE, modulo 2^64. */
static void hash_prefixes(const struct drafts *d, uint64_t *hash)
{
	hash[0] = 0;
	for (int64_t i = 0; i < d->tokens; i++)
		hash[i + 1] = hash[i] * BASE + (uint64_t)d->text[i] + 1;
}

static void draft_at(const struct drafts *d, const struct table *t,
		     const uint64_t *hash, int64_t i)
{
	uint64_t power = BASE;
	int64_t longest = 0, end = 0;

	for (int64_t n = LEAST; n <= d->ngram && n <= i + 1; n++) {
		int64_t e;

		power *= BASE;
		e = first_end(t, d->text, i, n, hash[i + 1] - hash[i + 1 - n] * power);
		if (e < i) {
			longest = n;
			end = e;
		}
	}
	put_draft(d, i, longest, end);
}

static int run(const struct aisp_io *io, void *state)
{
	struct drafts d = drafts_of(io);
	uint64_t *hash = io->workspace;
	struct table t = table_of(&d, hash + d.tokens + 1);

	(void)state;
	hash_prefixes(&d, hash);
	for (int64_t i = 0; i < d.tokens; i++)
		draft_at(&d, &t, hash, i);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a table of n-grams by rolling hash",
	.run = run,
};
