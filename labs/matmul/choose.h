/* SPDX-License-Identifier: MIT
 *
 * choose.h - chooses the kernel for a product of m tokens by n output and k input
 * features: the one with the least time by a model.  The model knows the shape, the
 * number of SMs and the memory's rate; its constants were fitted to times on an H200.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "costs.h"
#include "ways.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define MOST_PARTS 8       /* blocks in a cluster on every GPU */
#define MOST_GRID  65535   /* blocks across and down */
#define AREA       56000.0 /* sums that get a step of k in a us, at 1750 MHz */

struct product {
	int64_t m, n, k;
	int n_sm;
	double memory; /* bytes a us that its clock and its bus allow */
};

#define H200_MEMORY 4.917e6 /* 6144 bits twice in each cycle of 3201 MHz */

struct choice {
	int way, parts;
	double us;
};

static int64_t ways_ceil(int64_t a, int64_t b)
{
	return (a + b - 1) / b;
}

/* The time of two overlapping operations: the longer one, and some of the other. */
static double together(double a, double b)
{
	return cbrt(a * a * a + b * b * b);
}

static double memory_us(const struct product *p)
{
	double bytes = 2.0 * (double)(p->m * p->k + p->n * p->k + p->m * p->n);

	return bytes / (p->memory * MEMORY);
}

/* A step of 64 of k: it is multiplied while the next one is fetched. */
static double step_us(int area, double rows, double multiply, double fetch)
{
	double a = area / AREA * multiply, b = rows * 128 / fetch;

	return a > b ? a : b;
}

/* Blocks in clusters of `parts` that the GPU holds: some multiprocessors are left over
 * where their number in a part of the chip is no multiple. */
static int64_t clusters_hold(const struct product *p, int parts)
{
	static const int percent[MOST_PARTS + 1] = {
		0, 100, 100, 89, 91, 84, 78, 80, 91
	};

	return (int64_t)p->n_sm * percent[parts] / 100 / parts * parts;
}

/* Shared memory has to hold a tile's sums, and what is sent, beside it two stages. */
static bool split_fits(const struct way *w, int parts)
{
	int room = (w->turns == 1 ? 225 : 111) << 10, token = (w->rows + 4) * 4;
	int stage = (w->rows + w->tokens) * 128 * w->more;
	int sent = (parts - 1) * (int)ways_ceil(w->tokens, parts) * token;
	int stages = (room - sent) / stage;

	return stages > 1 && stages * stage >= w->tokens * token;
}

static double split_us(const struct way *w, const struct product *p, int parts)
{
	int64_t tiles = ways_ceil(p->n, w->rows) * ways_ceil(p->m, w->tokens);
	int64_t blocks = tiles * parts, steps = ways_ceil(p->k, 64);
	int64_t hold = clusters_hold(p, parts);
	int64_t beside = ways_ceil(blocks, hold) < w->turns ? 1 : w->turns;
	int64_t rounds = ways_ceil(blocks, hold * beside);
	int area = w->rows * w->tokens;
	double step = step_us(area, w->rows + w->tokens, SPLIT_MULTIPLY, SPLIT_FETCH);
	double least = SPLIT_STEP_US + SPLIT_BOX_US / w->more, time;

	if (w->rows == 64)
		step *= SPLIT_NARROW;
	if (w->rows == 256)
		step *= SPLIT_TALL;
	step = (step > least ? step : least) * (double)beside;
	time = together(step * (double)(ways_ceil(steps, parts) * rounds),
			memory_us(p) * (w->turns > 1 ? SPLIT_BESIDE : 1));
	time += SPLIT_START + (double)(rounds - 1) * SPLIT_ROUND +
		(double)rounds * area * SPLIT_STORE;
	return parts > 1 ? time + SPLIT_SEND + area * SPLIT_SEND_AREA : time;
}

static double stay_us(const struct way *w, const struct product *p, bool is_slab)
{
	int64_t x = is_slab ? p->n : p->m, y = is_slab ? p->m : p->n;
	int rows = is_slab ? w->rows : w->tokens, cols = is_slab ? w->tokens : w->rows;
	int across = is_slab ? 1 : 3 - w->more;
	int64_t tiles = ways_ceil(x, rows * w->more) * ways_ceil(y, cols * across);
	int64_t rounds = ways_ceil(tiles * w->more * across, p->n_sm / 2 * 2);
	double fetched = (double)rows / across + (double)cols / w->more;
	double step =
		step_us(rows * cols, fetched, STAY_MULTIPLY, STAY_FETCH) + STAY_STEP_US;
	double store = rows * cols * (is_slab ? SLAB_STORE : SHAPE_STORE);

	if (!is_slab && across == 2)
		step *= SHAPE_ACROSS;
	if (rows == 256)
		step *= SLAB_TALL;
	if (w->turns)
		step *= IN_TURN;
	return together((double)(rounds * ways_ceil(p->k, 64)) * step +
				(double)(w->turns ? 1 : rounds) * store,
			memory_us(p)) +
	       (is_slab ? SLAB_START : SHAPE_START);
}

/* The time of a way for a product; INFINITY if it does not support that. */
static double way_us(const struct way *w, const struct product *p, int parts)
{
	if (w->kind != WAY_SPLIT)
		return parts > 1 ? INFINITY : stay_us(w, p, w->kind == WAY_SLAB);
	if (parts > ways_ceil(p->k, 64 * w->more) || !split_fits(w, parts) ||
	    ways_ceil(p->m, w->tokens) > MOST_GRID ||
	    ways_ceil(p->n, w->rows) > MOST_GRID)
		return INFINITY;
	if (parts > 1 && parts * ways_ceil(p->n, w->rows) * ways_ceil(p->m, w->tokens) >
				 clusters_hold(p, parts))
		return INFINITY;
	return split_us(w, p, parts);
}

static struct choice choose(const struct product *p)
{
	struct choice best = { 0, 1, INFINITY };

	for (int i = 0; i < N_WAYS; i++)
		for (int parts = 1; parts <= MOST_PARTS; parts++) {
			double us = way_us(&ways[i], p, parts);

			if (us < best.us)
				best = (struct choice){ i, parts, us };
		}
	return best;
}

#endif
