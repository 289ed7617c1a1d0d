/* SPDX-License-Identifier: MIT
 *
 * expert_lanes.h - an expert and up to CHUNK of its tokens, which are the lanes of
 * vectors: each number of a weight is loaded once for all of them, or for as many as
 * have their sums in registers, and nothing is added up across a vector.  For each
 * level of the instruction set (aisp/each_level.h): DOT(sum, x, w) adds the products of
 * both bf16 of each lane.
 */
#include "lanes.h"

#define tile  AISP_AT(tile)
#define gate  AISP_AT(gate)
#define enter AISP_AT(enter)
#define add   AISP_AT(add)
#define leave AISP_AT(leave)
#define pack  AISP_AT(pack)
#define pass  AISP_AT(pass)

#define PARTS (BLOCK / AISP_LANES)
/* Blocks whose sums are in registers, of which there are 32 or 16. */
#define MOST_BLOCKS (AISP_LANES == 16 ? CHUNK / BLOCK : 1)

/* sum[r][v blocks]: four rows of pairs with n_blocks of v blocks of columns, whose
 * pairs lie at x. */
INLINE void tile(float *sum, const int32_t *const *row, const pairs *x, int64_t n,
		 const int n_blocks, const int v)
{
	lanes s[4][MOST_BLOCKS * PARTS] = { 0 };

	for (int64_t p = 0; p < n; p++, x += v * PARTS)
#pragma GCC unroll 4
		for (int r = 0; r < 4; r++) {
			const pairs w = (pairs){ 0 } + row[r][p];

#pragma GCC unroll 6
			for (int i = 0; i < n_blocks * PARTS; i++)
				s[r][i] = DOT(s[r][i], x[i], w);
		}
#pragma GCC unroll 4
	for (int r = 0; r < 4; r++)
#pragma GCC unroll 6
		for (int i = 0; i < n_blocks * PARTS; i++)
			((lanes *)sum)[r * v * PARTS + i] = s[r][i];
}

/* The same of all v blocks. */
INLINE void AISP_AT(tiles)(float *sum, const int32_t *const *row, const int32_t *x,
			   int64_t n, const int v)
{
	if (v <= MOST_BLOCKS)
		tile(sum, row, (const pairs *)x, n, v, v);
	else
		for (int i = 0; i < v; i++)
			tile(sum + i * BLOCK, row, (const pairs *)(x + i * BLOCK), n, 1,
			     v);
}

/* Two numbers of n lanes each: silu(g) u, as pairs. */
INLINE void gate(int32_t *to, const float *g, const float *u, int n)
{
	for (int l = 0; l < n; l++) {
		float a = gate_of(g[l], u[l]), b = gate_of(g[n + l], u[n + l]);

		to[l] = (int32_t)((uint32_t)to_bf16(b) << 16 | to_bf16(a));
	}
}

/* h = silu(w1 x) * w3 x, as pairs of its rows. */
INLINE void enter(const struct experts *m, int64_t e, const struct chunk *c,
		  const int v)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	_Alignas(64) float s[4 * CHUNK];

	for (int64_t f = 0; f < inner; f += 2) {
		int64_t at = (e * inner + f) * width;
		const int32_t *row[] = { (const int32_t *)(m->w1 + at),
					 (const int32_t *)(m->w1 + at + width),
					 (const int32_t *)(m->w3 + at),
					 (const int32_t *)(m->w3 + at + width) };

		AISP_AT(tiles)(s, row, c->x, width / 2, v);
		gate(c->h + f / 2 * v * BLOCK, s, s + 2 * v * BLOCK, v * BLOCK);
	}
}

/* AISP_LANES numbers of as many tokens, of token t on, times their weights, to their
 * sums from number j on.  s[r][t]: v blocks of tokens a number. */
INLINE void add(const struct chunk *c, const float *s, int64_t j, int t, const int v)
{
	pairs m[AISP_LANES] = { 0 };

#pragma GCC unroll 16
	for (int r = 0; r < AISP_LANES; r++)
		m[r] = *(const pairs *)(s + r * v * BLOCK + t);
	AISP_AT(transpose_lanes)(m);
	for (int l = 0; l < AISP_LANES && t + l < c->n; l++) {
		float *to = c->sum[t + l] + j, y[AISP_LANES];

		memcpy(y, &m[l], sizeof(y));
		for (int r = 0; r < AISP_LANES; r++)
			to[r] += c->weight[t + l] * y[r];
	}
}

INLINE void leave(const struct experts *m, int64_t e, const struct chunk *c,
		  const int v)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	_Alignas(64) float s[BLOCK * CHUNK];

	for (int64_t j = 0; j < width; j += BLOCK) {
		for (int64_t r = 0; r < BLOCK; r += 4) {
			const uint16_t *w = m->w2 + (e * width + j + r) * inner;
			const int32_t *row[] = { (const int32_t *)w,
						 (const int32_t *)(w + inner),
						 (const int32_t *)(w + 2 * inner),
						 (const int32_t *)(w + 3 * inner) };

			AISP_AT(tiles)(s + r * v * BLOCK, row, c->h, inner / 2, v);
		}
		for (int r = 0; r < BLOCK; r += AISP_LANES)
			for (int t = 0; t < v * BLOCK; t += AISP_LANES)
				add(c, s + r * v * BLOCK, j + r, t, v);
	}
}

/* Rows of AISP_LANES tokens, of token t on, become lanes: pair p of token t at
 * [p v BLOCK + t]. */
INLINE void pack(const struct experts *m, const struct chunk *c, int t, const int v)
{
	int64_t n = m->p[WIDTH] / 2;
	pairs row[AISP_LANES] = { 0 };
	int64_t p = 0;

	for (; p + AISP_LANES <= n; p += AISP_LANES) {
#pragma GCC unroll 16
		for (int l = 0; l < AISP_LANES; l++)
			memcpy(&row[l], c->from[t + l] + 2 * p, sizeof(*row));
		AISP_AT(transpose_lanes)(row);
#pragma GCC unroll 16
		for (int l = 0; l < AISP_LANES; l++)
			*(pairs *)(c->x + (p + l) * v * BLOCK + t) = row[l];
	}
	for (; p < n; p++)
		for (int l = 0; l < AISP_LANES; l++)
			memcpy(c->x + p * v * BLOCK + t + l, c->from[t + l] + 2 * p,
			       sizeof(*c->x));
}

INLINE void pass(const struct experts *m, int64_t e, const struct chunk *c, const int v)
{
	for (int t = 0; t < v * BLOCK; t += AISP_LANES)
		pack(m, c, t, v);
	enter(m, e, c, v);
	leave(m, e, c, v);
}

static void AISP_AT(chunk)(const struct experts *m, int64_t e, const struct chunk *c)
{
	switch ((c->n + BLOCK - 1) / BLOCK) {
	case 1:
		pass(m, e, c, 1);
		break;
	case 2:
		pass(m, e, c, 2);
		break;
	case 3:
		pass(m, e, c, 3);
		break;
	case 4:
		pass(m, e, c, 4);
		break;
	case 5:
		pass(m, e, c, 5);
		break;
	default:
		pass(m, e, c, CHUNK / BLOCK);
	}
}

#undef tile
#undef gate
#undef enter
#undef add
#undef leave
#undef pack
#undef pass
