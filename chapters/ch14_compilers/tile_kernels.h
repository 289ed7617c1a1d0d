/* SPDX-License-Identifier: MIT
 *
 * tile_kernels.h - two kernels in the language of tiles.  Sizes are constants of the
 * program: a compiler at run time knows them.
 */
#ifndef TILE_KERNELS_H
#define TILE_KERNELS_H

#include "tile_steps.h"

/* Program i has `rows` rows of x and y, of n; a tile is as wide as a row or wider. */
static inline void tile_softmax(struct tile_program *p, int64_t m, int64_t n, int rows,
				int cols)
{
	int i = tile_add(p, tile_multiply(p, tile_program_at(p, 0), tile_int(p, rows)),
			 tile_column(p, rows));
	int j = tile_row(p, cols);
	int at = tile_add(p, tile_multiply(p, i, tile_int(p, n)), j);
	int mask = tile_and(p, tile_less(p, i, tile_int(p, m)),
			    tile_less(p, j, tile_int(p, n)));
	int x = tile_load(p, tile_pointer(p, 0), at, mask, -__builtin_inff());
	int power = tile_exp(p, tile_subtract(p, x, tile_row_max(p, x)));
	int scale = tile_divide(p, tile_float(p, 1), tile_row_sum(p, power));

	tile_store(p, tile_pointer(p, 1), at, mask, tile_multiply(p, power, scale));
}

struct tile_sides {
	int rows, cols, depth;
};

/* Program (i, j) has a tile of C[m][n] = A[m][k] B[k][n]. */
static inline void tile_product(struct tile_program *p, int64_t m, int64_t n, int64_t k,
				struct tile_sides t)
{
	int a = tile_pointer(p, 0), b = tile_pointer(p, 1), c = tile_pointer(p, 2);
	int i = tile_add(p,
			 tile_multiply(p, tile_program_at(p, 0), tile_int(p, t.rows)),
			 tile_column(p, t.rows));
	int j = tile_add(p,
			 tile_multiply(p, tile_program_at(p, 1), tile_int(p, t.cols)),
			 tile_row(p, t.cols));
	int in_rows = tile_less(p, i, tile_int(p, m));
	int in_cols = tile_less(p, j, tile_int(p, n)), depth = tile_int(p, k);
	int sum = tile_variable(p, tile_splat(p, tile_float(p, 0), t.rows, t.cols));
	int from = tile_loop(p, tile_int(p, 0), depth, tile_int(p, t.depth));
	int across = tile_add(p, from, tile_row(p, t.depth));
	int down = tile_add(p, from, tile_column(p, t.depth));
	int at_a = tile_add(p, tile_multiply(p, i, depth), across);
	int at_b = tile_add(p, tile_multiply(p, down, tile_int(p, n)), j);
	int x = tile_load(p, a, at_a, tile_and(p, in_rows, tile_less(p, across, depth)),
			  0);
	int y = tile_load(p, b, at_b, tile_and(p, tile_less(p, down, depth), in_cols),
			  0);

	tile_dot(p, sum, x, y);
	tile_end(p);
	tile_store(p, c, tile_add(p, tile_multiply(p, i, tile_int(p, n)), j),
		   tile_and(p, in_rows, in_cols), sum);
}

#endif
