/* SPDX-License-Identifier: MIT
 *
 * stream.h - the judge's part of tune: the hidden time of each product in each tile,
 * and the cost of the tiles chosen.  workload_tune.h includes it.
 */
#ifndef STREAM_H
#define STREAM_H

#define LEAST_PROMPT_M 64
#define HICCUP         3 /* times as long, of 3 products in 100 */

static const int32_t *numbers(const struct aisp_io *io, int input)
{
	return (const int32_t *)io->in[input].data;
}

/* Kinds of m that a tile is differently good for. */
static int64_t kind_of(int64_t m)
{
	return m <= 64 ? 0 : m <= 512 ? 1 : m <= 2048 ? 2 : 3;
}

/* The time without noise. */
static double true_us(const struct aisp_io *io, int32_t tile, int64_t step)
{
	int64_t m = numbers(io, M)[step];
	int64_t i = (tile - 1) * N_KINDS + kind_of(m);

	return plain_us(io->param, tile, m) * numbers(io, FACTOR)[i] / 1000;
}

/* The tile of answer i; an invalid one stands for the first. */
static int32_t tile_at(const struct aisp_io *io, int64_t i)
{
	int32_t t = ((const int32_t *)io->out[TILE].data)[i];

	return t >= 1 && t <= N_TILES ? t : 1;
}

/* The measured time of product i. */
static int64_t took_ns(const struct aisp_io *io, int64_t i)
{
	return (int64_t)(true_us(io, tile_at(io, i), i) * numbers(io, NOISE)[i]);
}

static void next(const struct aisp_io *io, int64_t step)
{
	*(int64_t *)io->in[TOOK_NS].data = took_ns(io, step - 1);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	for (int64_t i = 0; i < n; i++) {
		int64_t step = first + i;

		if (o == TILE)
			ref[i] = tile_at(io, step);
		else
			ref[i] = step ? (double)took_ns(io, step - 1) : 0;
		mag[i] = 1;
	}
}

/* Answers have few rows, prompts have many, evenly in their logarithm. */
static int32_t draw_m(uint64_t bits, int64_t i)
{
	double u = aisp_share_unknown(bits, (uint64_t)(4 * i)),
	       v = aisp_share_unknown(bits, (uint64_t)(4 * i + 1));
	double least = u < 0.5 ? 1 : LEAST_PROMPT_M, most = u < 0.5 ? 256 : MOST_M;

	return (int32_t)(least * pow(most / least, v));
}

/* In thousandths. */
static int32_t draw_noise(uint64_t bits, int64_t i, int64_t percent)
{
	double u = aisp_share_unknown(bits, (uint64_t)(4 * i + 2)),
	       v = aisp_share_unknown(bits, (uint64_t)(4 * i + 3));
	double noise = 1000 + 20 * (u - 0.5) * (double)percent;

	return (int32_t)(noise * (v < 0.03 ? HICCUP : 1));
}

/* The quality of a compiled tile: its time in thousandths of that by arithmetic. */
static int32_t draw_factor(uint64_t bits, int64_t i, int64_t percent)
{
	double tile = aisp_share_unknown(bits + 1, (uint64_t)(i / N_KINDS)),
	       kind = aisp_share_unknown(bits + 2, (uint64_t)i);

	return (int32_t)(1000 + 10 * (double)percent * (0.8 * tile + 0.2 * kind));
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	const int64_t *p = io->param;

	for (int64_t i = 0; i < N_TILES * N_KINDS; i++)
		((int32_t *)io->in[FACTOR].data)[i] = draw_factor(bits, i, p[UNKNOWN]);
	for (int64_t i = 0; i < p[PRODUCTS]; i++) {
		((int32_t *)io->in[NOISE].data)[i] = draw_noise(bits, i, p[NOISY]);
		((int32_t *)io->in[M].data)[i] = draw_m(bits, i);
	}
	*(int64_t *)io->in[TOOK_NS].data = 0;
}

/* The time when every product uses this one tile. */
static double fixed_us(const struct aisp_io *io, int32_t tile)
{
	double us = 0;

	for (int64_t i = 0; i < io->param[PRODUCTS]; i++)
		us += true_us(io, tile, i);
	return us + (double)io->param[LOAD_US];
}

static double best_fixed_us(const struct aisp_io *io)
{
	double best = INFINITY;

	for (int32_t t = 1; t <= N_TILES; t++)
		best = fmin(best, fixed_us(io, t));
	return best;
}

static double least_us(const struct aisp_io *io, int64_t step)
{
	double best = INFINITY;

	for (int32_t t = 1; t <= N_TILES; t++)
		best = fmin(best, true_us(io, t, step));
	return best;
}

/* The time if every product's fastest tile were known and only one tile were loaded. */
static double bound(const struct aisp_io *io)
{
	double us = 0;

	for (int64_t i = 0; i < io->param[PRODUCTS]; i++)
		us += least_us(io, i);
	return (us + (double)io->param[LOAD_US]) / (double)io->param[PRODUCTS];
}

static double compute(const struct aisp_io *io, double *figures)
{
	double n = (double)io->param[PRODUCTS], us = 0, n_loaded = 0, load_us;
	bool is_loaded[N_TILES + 1] = { false };

	for (int64_t i = 0; i < io->param[PRODUCTS]; i++) {
		int32_t t = tile_at(io, i);

		us += true_us(io, t, i);
		n_loaded += !is_loaded[t];
		is_loaded[t] = true;
	}
	load_us = n_loaded * (double)io->param[LOAD_US];
	figures[0] = n_loaded;
	figures[1] = load_us / (us + load_us);
	figures[2] = best_fixed_us(io) / n;
	figures[3] = (us + load_us) / n / bound(io) - 1;
	return (us + load_us) / n;
}

#endif
