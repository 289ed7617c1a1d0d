/* SPDX-License-Identifier: MIT
 *
 * cache_tokenise.h - words that were seen before in this call: where they stood, and
 * where their tokens are.  Nothing is copied to remember a word.
 */
#ifndef CACHE_TOKENISE_H
#define CACHE_TOKENISE_H

#include "ranks_tokenise.h"
#include <errno.h>

#define N_SEEN 8192 /* a power of two */

struct seen {
	const uint8_t *word;
	const int32_t *tokens;
	int32_t bytes, n_tokens;
};

struct tables {
	struct pairs *pairs;
	struct seen *seen; /* N_SEEN of each thread */
};

static inline void tables_free(void *state)
{
	struct tables *x = state;

	if (x) {
		free(x->pairs);
		free(x->seen);
	}
	free(x);
}

static inline int tables_new(const struct aisp_io *io, int n_threads, void **state)
{
	struct tables *x = calloc(1, sizeof(*x));

	*state = x;
	if (!x)
		return -ENOMEM;
	x->pairs = malloc(pairs_bytes(io->param[MERGES]));
	x->seen = calloc((size_t)n_threads * N_SEEN, sizeof(*x->seen));
	return x->pairs && x->seen ? 0 : -ENOMEM;
}

static inline uint64_t hash_word(const uint8_t *s, int64_t n)
{
	uint64_t h = (uint64_t)n, c;

	for (; n >= 8; s += 8, n -= 8) {
		memcpy(&c, s, 8);
		h = (h ^ c) * 0x9e3779b97f4a7c15;
		h ^= h >> 29;
	}
	c = 0;
	memcpy(&c, s, (size_t)n);
	return ((h ^ c) * 0x9e3779b97f4a7c15) >> 40;
}

static inline int64_t encode_seen(const struct pairs *p, struct seen *seen,
				  const uint8_t *s, int64_t n, int32_t *t)
{
	struct seen *e = &seen[hash_word(s, n) % N_SEEN];

	if (e->bytes != n || memcmp(e->word, s, (size_t)n)) {
		*e = (struct seen){ s, t, (int32_t)n, 0 };
		e->n_tokens = (int32_t)encode_ranked(p, s, n, t);
	} else {
		for (int32_t i = 0; i < e->n_tokens; i++)
			t[i] = e->tokens[i];
	}
	return e->n_tokens;
}

/* Encodes documents [i, end). */
static inline void encode_documents(const struct aisp_io *io, const struct pairs *p,
				    struct seen *seen, int64_t i, int64_t end)
{
	int64_t length = io->param[LENGTH];

	memset(seen, 0, N_SEEN * sizeof(*seen)); /* other calls have other merges */
	for (; i < end; i++) {
		const uint8_t *s = (const uint8_t *)io->in[TEXT].data + i * length;
		int32_t *t = (int32_t *)io->out[TOKENS].data + i * length, n = 0;

		for (int64_t at = 0, word; at < length; at += word) {
			word = word_bytes(s + at, length - at);
			n += (int32_t)encode_seen(p, seen, s + at, word, t + n);
		}
		((int32_t *)io->out[N_TOKENS].data)[i] = n;
	}
}

#endif
