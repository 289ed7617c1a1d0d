/* SPDX-License-Identifier: MIT
 *
 * embed_groups.h - tokens in the order of their words, and of their places among equal
 * ones, so that the same inputs give the same bits.
 */
#include "embed_row.h"

struct groups {
	int32_t *end;   /* of each word in order[] */
	int32_t *order; /* places of tokens */
};

static inline struct groups groups_of(const struct aisp_io *io)
{
	int32_t *end = (int32_t *)io->workspace;

	return (struct groups){ end, end + io->param[VOCAB] };
}

static inline int64_t begin_of(const struct groups *g, int64_t word)
{
	return word ? g->end[word - 1] : 0;
}

/* A counting sort: end[] counts, then says where a word begins, then where it ends. */
static inline void find_groups(const struct aisp_io *io)
{
	const int32_t *token = (const int32_t *)io->in[TOKEN].data;
	int64_t n = io->param[TOKENS], vocab = io->param[VOCAB];
	struct groups g = groups_of(io);
	int32_t before = 0;

	memset(g.end, 0, (size_t)vocab * sizeof(*g.end));
	for (int64_t i = 0; i < n; i++)
		g.end[token[i]]++;
	for (int64_t v = 0; v < vocab; v++) {
		int32_t count = g.end[v];

		g.end[v] = before;
		before += count;
	}
	for (int64_t i = 0; i < n; i++)
		g.order[g.end[token[i]]++] = (int32_t)i;
}

#define LINE  16 /* floats */
#define AHEAD 4  /* rows of dy that are on their way */

/* Prefetches a row: its address is known here, and no processor can predict it. */
static inline void announce(const float *row, int64_t width)
{
	for (int64_t k = 0; k < width; k += LINE)
		__builtin_prefetch(row + k);
}

/* Adds up words [first, end), each row of dw while it lies in the first-level cache. */
static inline void add_groups(const struct aisp_io *io, int64_t first, int64_t end)
{
	int64_t width = io->param[WIDTH], n = io->param[TOKENS];
	size_t bytes = (size_t)width * sizeof(float);
	const float *dy = aisp_in_f32(io, DY);
	struct groups g = groups_of(io);

	for (int64_t v = first; v < end; v++) {
		float *row = aisp_out_f32(io, 0) + v * width;

		memset(row, 0, bytes);
		for (int64_t j = begin_of(&g, v); j < g.end[v]; j++) {
			if (j + AHEAD < n)
				announce(dy + g.order[j + AHEAD] * width, width);
			add_row(row, dy + g.order[j] * width, width);
		}
	}
}
