/* SPDX-License-Identifier: MIT
 *
 * paged.h - sequences of different lengths whose keys lie in pages anywhere: how long
 * they are and which pages they own.  After BATCH, TOKENS, PAGE and SPREAD, and
 * IN_TABLE and IN_LENGTH, of the workload.
 */
#ifndef PAGED_H
#define PAGED_H

static inline int64_t pages_of(const int64_t *p)
{
	return (p[TOKENS] + p[PAGE] - 1) / p[PAGE];
}

/* Tokens of the sequence of rank r by length: the first is the longest. */
static inline int64_t length_of(const int64_t *p, int64_t r)
{
	return p[TOKENS] - (p[TOKENS] - 1) * p[SPREAD] * r / (100 * p[BATCH]);
}

/* The i-th number of a sequence that starts anywhere (G. Steele et al., SplitMix). */
static uint64_t random_of(uint64_t bits, uint64_t i)
{
	uint64_t z = bits + i * 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static void shuffle(int32_t *x, int64_t n, uint64_t bits)
{
	for (int64_t i = n - 1; i > 0; i--) {
		int64_t j = (int64_t)(random_of(bits, (uint64_t)i) % (uint64_t)(i + 1));
		int32_t t = x[i];

		x[i] = x[j];
		x[j] = t;
	}
}

/* Every page has one owner; lengths are dealt in any order. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int32_t *table = (int32_t *)io->in[IN_TABLE].data;
	int32_t *length = (int32_t *)io->in[IN_LENGTH].data;
	int64_t n = aisp_elems(&io->in[IN_TABLE]), batch = io->param[BATCH];

	for (int64_t i = 0; i < n; i++)
		table[i] = (int32_t)i;
	for (int64_t r = 0; r < batch; r++)
		length[r] = (int32_t)length_of(io->param, r);
	shuffle(table, n, bits);
	shuffle(length, batch, ~bits);
}

#endif
