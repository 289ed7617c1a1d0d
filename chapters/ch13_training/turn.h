/* SPDX-License-Identifier: MIT
 *
 * turn.h - a matrix's transpose, by squares of 4 x 4 in registers.
 */
#ifndef TURN_H
#define TURN_H

#include <stdint.h>

typedef float four __attribute__((vector_size(16)));
typedef float four_loose __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t four_places __attribute__((vector_size(16)));

static inline void turn_square(const float *from, int64_t from_cols, float *to,
			       int64_t to_cols)
{
	const four_places low = { 0, 4, 1, 5 }, high = { 2, 6, 3, 7 };
	four x[4], y[4];

	for (int i = 0; i < 4; i++)
		x[i] = *(const four_loose *)(from + i * from_cols);
	for (int i = 0; i < 2; i++) {
		y[2 * i] = __builtin_shuffle(x[i], x[i + 2], low);
		y[2 * i + 1] = __builtin_shuffle(x[i], x[i + 2], high);
	}
	for (int i = 0; i < 2; i++) {
		x[2 * i] = __builtin_shuffle(y[i], y[i + 2], low);
		x[2 * i + 1] = __builtin_shuffle(y[i], y[i + 2], high);
	}
	for (int i = 0; i < 4; i++)
		*(four_loose *)(to + i * to_cols) = x[i];
}

/* to[j][i] = from[i][j] of rows x cols, lines of which are so many apart. */
static inline void turn(const float *from, int64_t from_cols, float *to,
			int64_t to_cols, int64_t rows, int64_t cols)
{
	int64_t m = rows - rows % 4, n = cols - cols % 4;

	for (int64_t j = 0; j < n; j += 4)
		for (int64_t i = 0; i < m; i += 4)
			turn_square(from + i * from_cols + j, from_cols,
				    to + j * to_cols + i, to_cols);
	for (int64_t i = 0; i < rows; i++)
		for (int64_t j = i < m ? n : 0; j < cols; j++)
			to[j * to_cols + i] = from[i * from_cols + j];
}

#endif
