/* SPDX-License-Identifier: MIT
 *
 * switch_cpu.h - products of a row's planes with x, and what the high plane leaves
 * open.
 */
#ifndef SWITCH_CPU_H
#define SWITCH_CPU_H

#include <aisp/clones.h>

struct rows {
	const int8_t *high, *x;
	const uint8_t *low;
	int64_t n, width, tokens;
};

static inline struct rows rows_of(const struct aisp_io *io)
{
	return (struct rows){ (const int8_t *)io->in[HIGH].data,
			      (const int8_t *)io->in[X].data,
			      (const uint8_t *)io->in[LOW].data,
			      io->param[ROWS],
			      io->param[WIDTH],
			      io->param[TOKENS] };
}

/* The dot product of a row of a plane with x. */
#define DEFINE_DOT(name, type)                                                         \
	AISP_CLONES static int32_t name(const type *w, const int8_t *x, int64_t n)     \
	{                                                                              \
		int32_t sum = 0;                                                       \
                                                                                       \
		for (int64_t i = 0; i < n; i++)                                        \
			sum += (int16_t)w[i] * (int16_t)x[i];                          \
		return sum;                                                            \
	}
DEFINE_DOT(dot_high, int8_t)
DEFINE_DOT(dot_low, uint8_t)

/* The product of row v and token t, whose high part is known. */
static inline int64_t with_low(const struct rows *r, int64_t v, int64_t t, int32_t high)
{
	return 256 * (int64_t)high +
	       dot_low(r->low + v * r->width, r->x + t * r->width, r->width);
}

/* sum[t][v]: by the high plane alone, row by row, so that each is read once. */
static inline void multiply_high(const struct rows *r, int32_t *sum)
{
	for (int64_t v = 0; v < r->n; v++)
		for (int64_t t = 0; t < r->tokens; t++)
			sum[t * r->n + v] = dot_high(r->high + v * r->width,
						     r->x + t * r->width, r->width);
}

/* So much less by the high plane, in its units, a row may have and still win: low parts
 * of two rows differ by 255 in each place, at most. */
static inline int64_t slack(const struct rows *r, int64_t t)
{
	int64_t sum = 0;

	for (int64_t i = 0; i < r->width; i++) {
		int32_t x = r->x[t * r->width + i];

		sum += x < 0 ? -x : x;
	}
	return 255 * sum / 256;
}

static inline int32_t largest(const int32_t *sum, int64_t n)
{
	int32_t most = sum[0];

	for (int64_t v = 1; v < n; v++)
		most = sum[v] > most ? sum[v] : most;
	return most;
}

/* The winner of the rows that have at least `least` by the high plane. */
static inline int32_t winner(const struct rows *r, int64_t t, const int32_t *sum,
			     int64_t least)
{
	int64_t best = INT64_MIN;
	int32_t token = 0;

	for (int64_t v = 0; v < r->n; v++) {
		int64_t x;

		if (sum[v] < least)
			continue;
		x = with_low(r, v, t, sum[v]);
		if (x > best) {
			best = x;
			token = (int32_t)v;
		}
	}
	return token;
}

#endif
