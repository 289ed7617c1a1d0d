/* SPDX-License-Identifier: MIT
 *
 * tiles.h - the tiles into which a product of m x cols x depth may be cut, and the time
 * of each by arithmetic, which policies know.  The machine is made up, with rates like
 * those of a large GPU.
 */
#ifndef TILES_H
#define TILES_H

#include <math.h>
#include <stdint.h>

#define N_SIDES   8
#define N_TILES   (N_SIDES * N_SIDES) /* numbered from 1 on */
#define N_SM      132                 /* tiles at a time */
#define STEP      64                  /* of the depth, at a time */
#define SUMS      56000.0             /* sums that get a step in a us */
#define FETCHED   1000.0 /* rows of a step that a multiprocessor fetches in a us */
#define MEMORY    4e6    /* bytes in a us */
#define START_US  4.0    /* of each product */
#define MOST_SUMS 32768  /* that registers hold; more are spilled, */
#define SPILLED   3.0    /* which makes a step so many times as long */

struct tile {
	int64_t rows, cols;
};

static inline struct tile tile_of(int32_t t)
{
	static const int16_t side[N_SIDES] = { 16, 32, 48, 64, 96, 128, 192, 256 };

	return (struct tile){ side[(t - 1) / N_SIDES], side[(t - 1) % N_SIDES] };
}

static inline int64_t tiles_ceil(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}

static inline double tile_step_us(struct tile s)
{
	double sums = (double)(s.rows * s.cols), edge = (double)(s.rows + s.cols);

	return fmax(sums / SUMS, edge / FETCHED) * (sums > MOST_SUMS ? SPILLED : 1);
}

/* Rounds of tiles, each as long as it multiplies or fetches; or what memory needs. */
static inline double plain_us(const int64_t *p, int32_t t, int64_t m)
{
	int64_t cols = p[COLS], depth = p[DEPTH];
	struct tile s = tile_of(t);
	int64_t tiles = tiles_ceil(m, s.rows) * tiles_ceil(cols, s.cols);
	double steps = (double)(tiles_ceil(tiles, N_SM) * tiles_ceil(depth, STEP));
	double bytes = 2 * (double)(m * depth + depth * cols + m * cols);

	return START_US + fmax(steps * tile_step_us(s), bytes / MEMORY);
}

/* The tile of the least such time. */
static inline int32_t least_plain(const int64_t *p, int64_t m)
{
	int32_t best = 1;

	for (int32_t t = 2; t <= N_TILES; t++)
		if (plain_us(p, t, m) < plain_us(p, best, m))
			best = t;
	return best;
}

#endif
