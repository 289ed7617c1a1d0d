/* SPDX-License-Identifier: MIT
 *
 * exits.h - the simulator of early_exit: what layers would make of made-up tokens, and
 * what a choice of layers costs.  workload_early_exit.h includes it.
 */
#ifndef EXITS_H
#define EXITS_H

#include "percentile.h"

#define HELD 2.0 /* mean number of layers that repeat a wrong token, less 1 */

/* The layer from which on a token stays the same: few tokens are hard. */
static int64_t settles_at(const int64_t *p, uint64_t bits, int64_t token)
{
	double u = trace_unit(bits, 3 * token), v = trace_unit(bits, 3 * token + 1);
	double share = u < 0.2 ? v : 0.5 * v * v;

	return (int64_t)(share * (double)p[LAYERS]);
}

/* How sure a layer is; `since` is its distance behind the layer where its token
 * settles, as a share of all layers. */
static int32_t margin_of(double since, double noise)
{
	double m = 1 / (1 + exp(-12 * since - 1)) + noise;

	return (int32_t)(MOST_MARGIN * fmin(fmax(m, 0), 1));
}

/* A token changes at times before it settles; some layers are sure all the same. */
static void prepare_token(const struct aisp_io *io, uint64_t bits, int64_t t)
{
	int64_t layers = io->param[LAYERS], settles = settles_at(io->param, bits, t);
	int64_t holds = 1 - (int64_t)(HELD * log(trace_unit(bits + 1, t)));
	bool is_sure = 100 * trace_unit(bits, 3 * t + 2) < (double)io->param[SURE];

	for (int64_t l = 0; l < layers; l++) {
		int64_t i = t * layers + l, same = l < settles ? l / holds : layers;
		double noise = 0.3 * (trace_unit(~bits, i) - 0.5);

		if (l < settles && is_sure && l % 3)
			noise += 0.4;
		((int32_t *)io->in[TOP].data)[i] =
			1 + (int32_t)(aisp_draw_unknown(bits + (uint64_t)t,
							(uint64_t)same) %
				      VOCABULARY);
		((int32_t *)io->in[MARGIN].data)[i] =
			margin_of((double)(l - settles) / (double)layers, noise);
	}
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	for (int64_t t = 0; t < io->param[TOKENS]; t++)
		prepare_token(io, bits, t);
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *got = (const int32_t *)io->out[o].data + first;
	const int32_t *top = (const int32_t *)io->in[TOP].data + first;

	for (int64_t i = 0; i < n; i++) {
		ref[i] = got[i] == ON ? ON : top[i];
		mag[i] = 1;
	}
}

/* The first layer that takes token t; if none does, the last. */
static int64_t taken_at(const struct aisp_io *io, int64_t t)
{
	const int32_t *take = (const int32_t *)io->out[TAKE].data;
	int64_t layers = io->param[LAYERS], l = 0;

	while (l < layers - 1 && take[t * layers + l] == ON)
		l++;
	return l;
}

static bool is_right(const struct aisp_io *io, int64_t t, int64_t layer)
{
	int64_t layers = io->param[LAYERS];
	const int32_t *top = (const int32_t *)io->in[TOP].data + t * layers;

	return top[layer] == top[layers - 1];
}

static double compute(const struct aisp_io *io, double *figures)
{
	int64_t n = io->param[TOKENS];
	double *used = calloc((size_t)n, sizeof(*used)), n_wrong = 0, sum = 0;

	for (int64_t t = 0; t < n && used; t++) {
		int64_t l = taken_at(io, t);

		used[t] = (double)(l + 1);
		sum += used[t];
		n_wrong += !is_right(io, t, l);
	}
	figures[0] = n_wrong / (double)n;
	figures[1] = sum / (double)n;
	figures[2] = used ? percentile_99(used, n) : 0;
	free(used);
	return figures[1] + figures[0] * (double)io->param[WRONG];
}

/* The least: each token exits at the first layer that agrees with the last. */
static double bound(const struct aisp_io *io)
{
	int64_t n = io->param[TOKENS];
	double sum = 0;

	for (int64_t t = 0; t < n; t++) {
		int64_t l = 0;

		while (!is_right(io, t, l))
			l++;
		sum += (double)(l + 1);
	}
	return sum / (double)n;
}

#endif
