/* SPDX-License-Identifier: MIT
 *
 * rows_tile.h - four rows of weights with a few rows of x: each number of a tile has a
 * vector of sums of its own along the depth, so that what is added to it, and in which
 * order, depends on the depth alone.  By VDPBF16PS where there is AVX512-BF16, else in
 * fp32 by a dot product.
 */
#ifndef ROWS_TILE_H
#define ROWS_TILE_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

#ifdef __x86_64__
#include <immintrin.h>
#endif

#define TILE_COLS 4
#define TILE_ROWS 4

/* n_rows of x from x on, n_cols of weights from w on, each `depth` numbers apart, as
 * those of y are `stride`. */
struct tile {
	const uint16_t *x, *w;
	float *y;
	int64_t depth, stride;
	int block, n_blocks; /* of those that w meets, one after the other */
};

typedef void tile_function(const struct tile *t, int n_rows, int n_cols);

AISP_CLONES static void tile_f32(const struct tile *t, int n_rows, int n_cols)
{
	for (int i = 0; i < n_rows; i++)
		for (int j = 0; j < n_cols; j++) {
			const uint16_t *w = t->w + j * t->depth;
			const uint16_t *x = t->x + i * t->depth;
			float sum[32] = { 0 }, total = 0;
			int64_t c = 0;

			for (; c + 32 <= t->depth; c += 32)
				for (int l = 0; l < 32; l++)
					sum[l] += from_bf16(w[c + l]) *
						  from_bf16(x[c + l]);
			for (int l = 0; c < t->depth; c++, l++)
				sum[l] += from_bf16(w[c]) * from_bf16(x[c]);
			for (int l = 0; l < 32; l++)
				total += sum[l];
			t->y[i * t->stride + j] = total;
		}
}

#ifdef __x86_64__
#define INLINE static inline __attribute__((always_inline))
#define BF16   __attribute__((target("avx512f,avx512bw,avx512bf16")))

/* 32 numbers of each row, of which mask tells which there are. */
BF16 INLINE void add_piece(__m512 *sum, const struct tile *t, int64_t c, __mmask32 mask,
			   const int n_rows, const int n_cols)
{
	__m512i x[TILE_ROWS];

#pragma GCC unroll 4
	for (int i = 0; i < n_rows; i++)
		x[i] = _mm512_maskz_loadu_epi16(mask, t->x + i * t->depth + c);
#pragma GCC unroll 4
	for (int j = 0; j < n_cols; j++) {
		const uint16_t *at = t->w + j * t->depth + c;
		__m512i w = _mm512_maskz_loadu_epi16(mask, at);

#pragma GCC unroll 4
		for (int i = 0; i < n_rows; i++)
			sum[i * TILE_COLS + j] = _mm512_dpbf16_ps(
				sum[i * TILE_COLS + j], (__m512bh)x[i], (__m512bh)w);
	}
}

/* While these weights meet all rows, the next ones are fetched: each block of rows asks
 * for a piece in n_blocks. */
BF16 INLINE int fetch_next(const struct tile *t, int64_t c, int turn)
{
	if (turn < t->n_blocks - 1)
		return turn + 1;
#pragma GCC unroll 4
	for (int j = 0; j < TILE_COLS; j++)
		__builtin_prefetch(t->w + (TILE_COLS + j) * t->depth + c, 0, 2);
	return 0;
}

BF16 INLINE void fill_tile(const struct tile *t, const int n_rows, const int n_cols)
{
	__m512 sum[TILE_ROWS * TILE_COLS];
	int64_t c = 0, left;
	int turn = t->block;

#pragma GCC unroll 16
	for (int i = 0; i < TILE_ROWS * TILE_COLS; i++)
		sum[i] = _mm512_setzero_ps();
	for (; c + 32 <= t->depth; c += 32) {
		add_piece(sum, t, c, ~0u, n_rows, n_cols);
		turn = fetch_next(t, c, turn);
	}
	left = t->depth - c;
	if (left)
		add_piece(sum, t, c, ~0u >> (32 - left), n_rows, n_cols);
#pragma GCC unroll 4
	for (int i = 0; i < n_rows; i++)
#pragma GCC unroll 4
		for (int j = 0; j < n_cols; j++)
			t->y[i * t->stride + j] =
				_mm512_reduce_add_ps(sum[i * TILE_COLS + j]);
}

BF16 static void tile_bf16(const struct tile *t, int n_rows, int n_cols)
{
	if (n_cols < TILE_COLS) {
		for (int i = 0; i < n_rows; i++)
			for (int j = 0; j < n_cols; j++) {
				struct tile one = *t;

				one.x += i * t->depth;
				one.w += j * t->depth;
				one.y += i * t->stride + j;
				fill_tile(&one, 1, 1);
			}
		return;
	}
	switch (n_rows) {
	case 1:
		fill_tile(t, 1, TILE_COLS);
		break;
	case 2:
		fill_tile(t, 2, TILE_COLS);
		break;
	case 3:
		fill_tile(t, 3, TILE_COLS);
		break;
	default:
		fill_tile(t, TILE_ROWS, TILE_COLS);
	}
}
#endif

static tile_function *best_tile(void)
{
#ifdef __x86_64__
	if (__builtin_cpu_supports("avx512bf16") && __builtin_cpu_supports("avx512bw"))
		return tile_bf16;
#endif
	return tile_f32;
}

static inline int at_most(int64_t n, int most)
{
	return n < most ? (int)n : most;
}

/* Computes columns [from, end) of one product. */
static inline void multiply(const struct aisp_io *io, int o, int x, int w, int64_t from,
			    int64_t end)
{
	int64_t rows = io->out[o].shape[0], n = io->param[COLS];
	tile_function *fill = best_tile();

	for (int64_t j = from; j < end; j += TILE_COLS)
		for (int64_t i = 0; i < rows; i += TILE_ROWS) {
			struct tile t = { row_of(io, x, i),
					  row_of(io, w, j),
					  aisp_out_f32(io, o) + i * n + j,
					  io->param[DEPTH],
					  n,
					  (int)(i / TILE_ROWS),
					  (int)((rows + TILE_ROWS - 1) / TILE_ROWS) };

			fill(&t, at_most(rows - i, TILE_ROWS),
			     at_most(end - j, TILE_COLS));
		}
}

/* Computes part `part` of n_parts of both products. */
static inline void multiply_w_part(const struct aisp_io *io, int64_t part,
				   int64_t n_parts)
{
	int64_t n = io->param[COLS], from = n * part / n_parts;
	int64_t end = n * (part + 1) / n_parts;

	multiply(io, Y, X, W, from, end);
	multiply(io, YB, XB, WB, from, end);
}

#endif
