/* SPDX-License-Identifier: MIT
 *
 * low_tile.h - on a CPU: weights are widened once for all rows of a batch, a group of
 * two of W's rows at a time, and meet four rows of x.  Each number has a vector of sums
 * of its own for a group, which meets the group's scale, and one along the depth: what
 * is added to it, and in which order, depends on the depth alone.  By VDPBF16PS where
 * there is AVX512-BF16, else in fp32.
 */
#ifndef LOW_TILE_H
#define LOW_TILE_H

#include "low_widen.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#define TILE_COLS 2
#define TILE_ROWS 4
#define LANES     16
#define MOST_ROWS 64

/* Weights of a group, of TILE_COLS rows of W, and their scales. */
struct group {
	_Alignas(64) uint16_t w[TILE_COLS][SCALE_GROUP];
	float scale[TILE_COLS];
};

/* Sums along the depth so far, of all rows of x with TILE_COLS rows of W. */
typedef float lane_sums[MOST_ROWS][TILE_COLS][LANES];

typedef void group_function(lane_sums sum, const struct group *g, const uint16_t *x,
			    int64_t depth, int64_t rows, int64_t n);

AISP_CLONES static void widen_group(struct group *g, const struct aisp_io *io, int w,
				    int64_t col, int64_t from, int64_t n)
{
	for (int64_t c = 0; c < TILE_COLS; c++) {
		int64_t j = col + c < io->param[COLS] ? col + c : col;

		widen(g->w[c], row_of(io, w, j), from, n);
		g->scale[c] = scale_of(io, w + 1, j, from / SCALE_GROUP);
	}
}

AISP_CLONES static void add_group_f32(lane_sums sum, const struct group *g,
				      const uint16_t *x, int64_t depth, int64_t rows,
				      int64_t n)
{
	for (int64_t i = 0; i < rows; i++)
		for (int c = 0; c < TILE_COLS; c++) {
			float s[LANES] = { 0 };

			for (int64_t k = 0; k < n; k += LANES)
				for (int l = 0; l < LANES; l++)
					s[l] += from_bf16(g->w[c][k + l]) *
						from_bf16(x[i * depth + k + l]);
			for (int l = 0; l < LANES; l++)
				sum[i][c][l] += g->scale[c] * s[l];
		}
}

#ifdef __x86_64__
#define BF16 __attribute__((target("avx512f,avx512bw,avx512bf16")))

/* n_rows of x, n numbers of each: a multiple of 32. */
BF16 static inline __attribute__((always_inline)) void
add_rows(float (*sum)[TILE_COLS][LANES], const struct group *g, const uint16_t *x,
	 int64_t depth, const int n_rows, int64_t n)
{
	__m512 s[TILE_ROWS][TILE_COLS];

#pragma GCC unroll 4
	for (int i = 0; i < n_rows; i++)
		s[i][0] = s[i][1] = _mm512_setzero_ps();
	for (int64_t k = 0; k < n; k += 32) {
		__m512i a = _mm512_load_si512(g->w[0] + k);
		__m512i b = _mm512_load_si512(g->w[1] + k);

#pragma GCC unroll 4
		for (int i = 0; i < n_rows; i++) {
			__m512i y = _mm512_loadu_si512(x + i * depth + k);

			s[i][0] = _mm512_dpbf16_ps(s[i][0], (__m512bh)y, (__m512bh)a);
			s[i][1] = _mm512_dpbf16_ps(s[i][1], (__m512bh)y, (__m512bh)b);
		}
	}
#pragma GCC unroll 4
	for (int i = 0; i < n_rows; i++)
#pragma GCC unroll 2
		for (int c = 0; c < TILE_COLS; c++)
			_mm512_storeu_ps(sum[i][c],
					 _mm512_fmadd_ps(_mm512_set1_ps(g->scale[c]),
							 s[i][c],
							 _mm512_loadu_ps(sum[i][c])));
}

BF16 static void add_group_bf16(lane_sums sum, const struct group *g, const uint16_t *x,
				int64_t depth, int64_t rows, int64_t n)
{
	int64_t i = 0;

	for (; i + TILE_ROWS <= rows; i += TILE_ROWS)
		add_rows(sum + i, g, x + i * depth, depth, TILE_ROWS, n);
	for (; i < rows; i++)
		add_rows(sum + i, g, x + i * depth, depth, 1, n);
}
#endif

static group_function *best_group(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"))
		return add_group_bf16;
#endif
	return add_group_f32;
}

/* Computes columns [from, end) of one product; the depth is a multiple of 32. */
static inline void multiply(const struct aisp_io *io, int o, int in, int64_t from,
			    int64_t end)
{
	int64_t rows = io->out[o].shape[0], n = io->param[COLS], k = io->param[DEPTH];
	const uint16_t *x = (const uint16_t *)io->in[in].data;
	group_function *add = best_group();
	struct group g;
	lane_sums sum;

	for (int64_t j = from; j < end; j += TILE_COLS) {
		memset(sum, 0, sizeof(sum[0]) * (size_t)rows);
		for (int64_t c = 0; c < k; c += SCALE_GROUP) {
			int64_t left = k - c < SCALE_GROUP ? k - c : SCALE_GROUP;

			widen_group(&g, io, in + 1, j, c, left);
			add(sum, &g, x + c, k, rows, left);
		}
		for (int64_t i = 0; i < rows; i++)
			for (int64_t c = 0; c < TILE_COLS && j + c < end; c++) {
				float total = 0;

				for (int l = 0; l < LANES; l++)
					total += sum[i][c][l];
				aisp_out_f32(io, o)[i * n + j + c] = total;
			}
	}
}

/* Computes part `part` of n_parts of both products. */
static inline void multiply_part(const struct aisp_io *io, int64_t part,
				 int64_t n_parts)
{
	int64_t n = io->param[COLS], from = n * part / n_parts;
	int64_t end = n * (part + 1) / n_parts;

	multiply(io, Y, X, from, end);
	multiply(io, YB, XB, from, end);
}

static inline int multiply_both(const struct aisp_io *io, void *state)
{
	(void)state;
	multiply_part(io, 0, 1);
	return 0;
}

#endif
