/* SPDX-License-Identifier: MIT
 *
 * expert_lanes.h - an expert and up to CHUNK of its tokens, which are the lanes of
 * vectors: each number of a weight is loaded once for all of them, and nothing is added
 * up across a vector.  Included once for each set of instructions: TARGET is its
 * attribute, TOP that of functions that nobody inlines, NAME(x) its names, and DOT(sum,
 * x, w) adds the products of both bf16 of each lane.
 */

/* sum[r][v]: four rows of pairs with v vectors of columns, whose pairs lie at x. */
TARGET INLINE void NAME(tile)(float *sum, const int32_t *const *row, const pairs *x,
			      int64_t n, const int v)
{
	lanes s[4][CHUNK / N_LANES] = { 0 };

	for (int64_t p = 0; p < n; p++, x += v)
#pragma GCC unroll 4
		for (int r = 0; r < 4; r++) {
			const pairs w = (pairs){ 0 } + row[r][p];

#pragma GCC unroll 6
			for (int i = 0; i < v; i++)
				s[r][i] = DOT(s[r][i], x[i], w);
		}
#pragma GCC unroll 4
	for (int r = 0; r < 4; r++)
#pragma GCC unroll 4
		for (int i = 0; i < v; i++)
			((lanes *)sum)[r * v + i] = s[r][i];
}

/* Two numbers of n lanes each: silu(g) u, as pairs. */
TARGET INLINE void NAME(gate)(int32_t *to, const float *g, const float *u, int n)
{
	for (int l = 0; l < n; l++) {
		float a = gate_of(g[l], u[l]), b = gate_of(g[n + l], u[n + l]);

		to[l] = (int32_t)((uint32_t)to_bf16(b) << 16 | to_bf16(a));
	}
}

/* h = silu(w1 x) * w3 x, as pairs of its rows. */
TARGET INLINE void NAME(enter)(const struct experts *m, int64_t e,
			       const struct chunk *c, const int v)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	_Alignas(64) float s[4 * CHUNK];

	for (int64_t f = 0; f < inner; f += 2) {
		int64_t at = (e * inner + f) * width;
		const int32_t *row[] = { (const int32_t *)(m->w1 + at),
					 (const int32_t *)(m->w1 + at + width),
					 (const int32_t *)(m->w3 + at),
					 (const int32_t *)(m->w3 + at + width) };

		NAME(tile)(s, row, (const pairs *)c->x, width / 2, v);
		NAME(gate)
		(c->h + f / 2 * v * N_LANES, s, s + 2 * v * N_LANES, v * N_LANES);
	}
}

/* 16 numbers of each token of a vector, times the token's weight, to their sums. */
TARGET INLINE void NAME(add)(const struct chunk *c, const float *s, int64_t at, int i,
			     const int v)
{
	pairs m[N_LANES] = { 0 };

#pragma GCC unroll 16
	for (int r = 0; r < N_LANES; r++)
		m[r] = ((const pairs *)s)[r * v + i];
	transpose_lanes(m);
	for (int l = 0; l < N_LANES && i * N_LANES + l < c->n; l++) {
		float *to = c->sum[i * N_LANES + l] + at, y[N_LANES];

		memcpy(y, &m[l], sizeof(y));
		for (int r = 0; r < N_LANES; r++)
			to[r] += c->weight[i * N_LANES + l] * y[r];
	}
}

TARGET INLINE void NAME(leave)(const struct experts *m, int64_t e,
			       const struct chunk *c, const int v)
{
	int64_t width = m->p[WIDTH], inner = m->p[INNER];
	_Alignas(64) float s[N_LANES * CHUNK];

	for (int64_t j = 0; j < width; j += N_LANES) {
		for (int64_t r = 0; r < N_LANES; r += 4) {
			const uint16_t *w = m->w2 + (e * width + j + r) * inner;
			const int32_t *row[] = { (const int32_t *)w,
						 (const int32_t *)(w + inner),
						 (const int32_t *)(w + 2 * inner),
						 (const int32_t *)(w + 3 * inner) };

			NAME(tile)
			(s + r * v * N_LANES, row, (const pairs *)c->h, inner / 2, v);
		}
		for (int i = 0; i < v; i++)
			NAME(add)(c, s, j, i, v);
	}
}

/* Rows of 16 tokens become lanes: pair p of vector i at [p v + i]. */
TARGET INLINE void NAME(pack)(const struct experts *m, const struct chunk *c, int i,
			      const int v)
{
	int64_t n = m->p[WIDTH] / 2;
	int32_t *to = c->x + i * N_LANES;
	pairs t[N_LANES] = { 0 };
	int64_t p = 0;

	for (; p + N_LANES <= n; p += N_LANES) {
#pragma GCC unroll 16
		for (int l = 0; l < N_LANES; l++)
			memcpy(&t[l], c->from[i * N_LANES + l] + 2 * p, sizeof(*t));
		transpose_lanes(t);
#pragma GCC unroll 16
		for (int l = 0; l < N_LANES; l++)
			*(pairs *)(to + (p + l) * v * N_LANES) = t[l];
	}
	for (; p < n; p++)
		for (int l = 0; l < N_LANES; l++)
			memcpy(to + p * v * N_LANES + l,
			       c->from[i * N_LANES + l] + 2 * p, sizeof(*to));
}

TARGET INLINE void NAME(pass)(const struct experts *m, int64_t e, const struct chunk *c,
			      const int v)
{
	for (int i = 0; i < v; i++)
		NAME(pack)(m, c, i, v);
	NAME(enter)(m, e, c, v);
	NAME(leave)(m, e, c, v);
}

TOP static void NAME(chunk)(const struct experts *m, int64_t e, const struct chunk *c)
{
	switch ((c->n + N_LANES - 1) / N_LANES) {
	case 1:
		NAME(pass)(m, e, c, 1);
		break;
	case 2:
		NAME(pass)(m, e, c, 2);
		break;
	case 3:
		NAME(pass)(m, e, c, 3);
		break;
	case 4:
		NAME(pass)(m, e, c, 4);
		break;
	case 5:
		NAME(pass)(m, e, c, 5);
		break;
	default:
		NAME(pass)(m, e, c, CHUNK / N_LANES);
	}
}
#undef TARGET
#undef TOP
#undef NAME
#undef DOT
