/* SPDX-License-Identifier: MIT
 *
 * quantise_strip.h - both layouts of STRIP rows from one read of x.  A block is in the
 * first-level cache when its maximum is known; the strip's result is still in the
 * second when it is turned, eight by eight bytes in registers, to whole lines of the
 * transpose.
 */
#include "e4m3_cpu.h"

#define STRIP 64 /* rows, so many as a line of the transpose has bytes */

static inline int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static inline void quantise_row(const struct aisp_io *io, int64_t i)
{
	int64_t cols = io->param[COLS], n = block_elems(io->param);
	const uint16_t *x = (const uint16_t *)io->in[0].data + i * cols;
	float *scale = aisp_out_f32(io, SCALE) + i * n_blocks(io->param);
	uint8_t *q = (uint8_t *)io->out[Q].data + i * cols;

	for (int64_t j = 0; j < cols; j += n, scale++) {
		int64_t some = least(n, cols - j);

		*scale = scale_of(max_of(x + j, some));
		quantise(x + j, some, 1 / *scale, q + j);
	}
}

/*
 * Eight rows of eight bytes become columns: halves, quarters and eighths of 64-bit
 * words change places with those of a word four, two and one further on (H. S. Warren,
 * Hacker's Delight, 2nd ed., 7-3).
 */
static inline void turn_eight(const uint8_t *q, int64_t cols, uint8_t *qt, int64_t rows)
{
	static const uint64_t low[] = { [1] = 0x00ff00ff00ff00ff,
					[2] = 0x0000ffff0000ffff,
					[4] = 0x00000000ffffffff };
	uint64_t w[8];

	for (int i = 0; i < 8; i++)
		memcpy(&w[i], q + i * cols, 8);
	for (int h = 4; h > 0; h /= 2)
		for (int i = 0; i < 8; i++) {
			uint64_t x;

			if (i & h)
				continue;
			x = (w[i] >> (8 * h) ^ w[i + h]) & low[h];
			w[i + h] ^= x;
			w[i] ^= x << (8 * h);
		}
	for (int i = 0; i < 8; i++)
		memcpy(qt + i * rows, &w[i], 8);
}

/* The transpose of `rows` rows at q, of which all together there are all_rows. */
static inline void turn(const uint8_t *q, int64_t cols, int64_t rows, uint8_t *qt,
			int64_t all_rows)
{
	for (int64_t j = 0; j < cols; j += 8)
		for (int64_t i = 0; i < rows; i += 8) {
			if (j + 8 <= cols && i + 8 <= rows) {
				turn_eight(q + i * cols + j, cols,
					   qt + j * all_rows + i, all_rows);
				continue;
			}
			for (int64_t b = j; b < least(j + 8, cols); b++)
				for (int64_t a = i; a < least(i + 8, rows); a++)
					qt[b * all_rows + a] = q[a * cols + b];
		}
}

/* Rows [first, first + STRIP), or up to the last. */
static inline void quantise_strip(const struct aisp_io *io, int64_t first)
{
	int64_t all = io->param[ROWS], cols = io->param[COLS];
	int64_t rows = least(STRIP, all - first);
	const uint8_t *q = (const uint8_t *)io->out[Q].data + first * cols;

	for (int64_t i = first; i < first + rows; i++)
		quantise_row(io, i);
	turn(q, cols, rows, (uint8_t *)io->out[QT].data + first, all);
}
