/* SPDX-License-Identifier: MIT
 *
 * paged.h - sequences of different lengths whose keys lie in pages anywhere: how long
 * they are and which pages they own.  After BATCH, TOKENS, PAGE and SPREAD, and
 * IN_TABLE and IN_LENGTH, of the workload.
 */
#ifndef PAGED_H
#define PAGED_H

#include <aisp/draw.h>

static inline int64_t pages_of(const int64_t *p)
{
	return (p[TOKENS] + p[PAGE] - 1) / p[PAGE];
}

/* Tokens of the sequence of rank r by length: the first is the longest. */
static inline int64_t length_of(const int64_t *p, int64_t r)
{
	return p[TOKENS] - (p[TOKENS] - 1) * p[SPREAD] * r / (100 * p[BATCH]);
}

/* Every page has one owner; lengths are dealt in any order. */
static void deal_pages(const struct aisp_io *io, uint64_t bits)
{
	int32_t *table = (int32_t *)io->in[IN_TABLE].data;
	int32_t *length = (int32_t *)io->in[IN_LENGTH].data;
	int64_t n = aisp_elems(&io->in[IN_TABLE]), batch = io->param[BATCH];

	for (int64_t i = 0; i < n; i++)
		table[i] = (int32_t)i;
	for (int64_t r = 0; r < batch; r++)
		length[r] = (int32_t)length_of(io->param, r);
	aisp_shuffle(table, n, bits);
	aisp_shuffle(length, batch, ~bits);
}

#endif
