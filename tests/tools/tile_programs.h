/* SPDX-License-Identifier: MIT
 *
 * tile_programs.h - programs in chapter 14's language of tiles that use all of it, and
 * their inputs, for tests/tools/tile.t.
 */
#ifndef TILE_PROGRAMS_H
#define TILE_PROGRAMS_H

#include "tile_kernels.h"

#define ROWS  37
#define COLS  203
#define DEPTH 47
#define ELEMS (ROWS * COLS + 4096) /* of each of a program's three arrays */

enum { SOFTMAX, SOFTMAX_ROWS, PRODUCT, PRODUCT_SUMS, ONLINE, ANYWHERE, N_CASES };

/* Places of an array as a tile of rows x cols of program 0's, and which are there. */
static int places(struct tile_program *p, int rows, int cols, int *mask)
{
	int i = tile_add(p, tile_multiply(p, tile_program_at(p, 0), tile_int(p, rows)),
			 tile_column(p, rows));
	int j = tile_row(p, cols);

	*mask = tile_and(p, tile_less(p, i, tile_int(p, ROWS)),
			 tile_less(p, j, tile_int(p, COLS)));
	return tile_add(p, tile_multiply(p, i, tile_int(p, COLS)), j);
}

/* Softmax with one pass over blocks of columns: maximum and sum so far go along. */
static void online(struct tile_program *p)
{
	int rows = 4, cols = 32, mask, at;
	int i = tile_add(p, tile_multiply(p, tile_program_at(p, 0), tile_int(p, rows)),
			 tile_column(p, rows));
	int max = tile_variable(p, tile_splat(p, tile_float(p, -1e30f), rows, 1));
	int sum = tile_variable(p, tile_splat(p, tile_float(p, 0), rows, 1));
	int from = tile_loop(p, tile_int(p, 0), tile_int(p, COLS), tile_int(p, cols));
	int j = tile_add(p, from, tile_row(p, cols)), x, larger, power, scale;

	mask = tile_and(p, tile_less(p, i, tile_int(p, ROWS)),
			tile_less(p, j, tile_int(p, COLS)));
	at = tile_add(p, tile_multiply(p, i, tile_int(p, COLS)), j);
	x = tile_load(p, tile_pointer(p, 0), at, mask, -1e30f);
	larger = tile_maximum(p, max, tile_row_max(p, x));
	power = tile_row_sum(p, tile_exp(p, tile_subtract(p, x, larger)));
	scale = tile_exp(p, tile_subtract(p, max, larger));
	tile_assign(p, sum, tile_add(p, tile_multiply(p, sum, scale), power));
	tile_assign(p, max, larger);
	tile_end(p);
	at = places(p, rows, 208, &mask);
	x = tile_load(p, tile_pointer(p, 0), at, mask, 0);
	power = tile_exp(p, tile_subtract(p, x, max));
	tile_store(p, tile_pointer(p, 2), at, mask, tile_divide(p, power, sum));
}

/* Columns in reverse, one element for a whole row, roots, and a choice. */
static void anywhere(struct tile_program *p)
{
	int rows = 3, cols = 208, mask, at = places(p, rows, cols, &mask);
	int j = tile_row(p, cols), a = tile_pointer(p, 0), b = tile_pointer(p, 1);
	int turned = tile_subtract(p, tile_int(p, COLS - 1), j), x, y, z, first;

	turned = tile_maximum(p, turned, tile_int(p, 0));
	x = tile_load(p, a, turned, tile_less(p, j, tile_int(p, COLS)), 0);
	y = tile_load(p, b, at, mask, 1);
	first = tile_load(p, a, tile_splat(p, tile_program_at(p, 0), 1, cols),
			  tile_less(p, tile_int(p, 0), tile_int(p, 1)), 0);
	z = tile_root(p, tile_multiply(p, y, y));
	x = tile_select(p, tile_less(p, j, tile_int(p, 100)), x, z);
	tile_store(p, tile_pointer(p, 2), at, mask, tile_add(p, x, first));
}

/* A case's program; the grid that it is for. */
static void make_case(struct tile_program *p, int which, int64_t grid[2])
{
	grid[0] = ROWS;
	grid[1] = 1;
	switch (which) {
	case SOFTMAX:
		tile_softmax(p, ROWS, COLS, 1, 208);
		break;
	case SOFTMAX_ROWS:
		tile_softmax(p, ROWS, COLS, 8, 208);
		grid[0] = 5;
		break;
	case PRODUCT:
		tile_product(p, ROWS, COLS, DEPTH, (struct tile_sides){ 20, 48, 20 });
		grid[0] = 2;
		grid[1] = 5;
		break;
	case PRODUCT_SUMS:
		tile_product(p, ROWS, COLS, DEPTH, (struct tile_sides){ 32, 64, 16 });
		grid[0] = 2;
		grid[1] = 4;
		break;
	case ONLINE:
		online(p);
		grid[0] = 10;
		break;
	default:
		anywhere(p);
		grid[0] = 13;
	}
}

/* Outputs are pointer 2 but for a softmax's, whose is 1. */
static int output_of(int which)
{
	return which == SOFTMAX || which == SOFTMAX_ROWS ? 1 : 2;
}

static void fill(float *x, uint32_t seed)
{
	for (int i = 0; i < ELEMS; i++) {
		seed = seed * 1664525 + 1013904223;
		x[i] = (float)(int32_t)seed * 0x1p-30f;
	}
}

/* How many elements of the output differ by more than rounding. */
static int n_wrong(const float *x, const float *y)
{
	int n = 0;

	for (int i = 0; i < ELEMS; i++)
		n += !(__builtin_fabsf(x[i] - y[i]) <=
		       2e-5f * (1 + __builtin_fabsf(y[i])));
	return n;
}

#endif
