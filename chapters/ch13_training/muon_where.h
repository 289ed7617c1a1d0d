/* SPDX-License-Identifier: MIT
 *
 * muon_where.h - where the matrices of Muon's update lie, and how it begins.
 */
#ifndef MUON_WHERE_H
#define MUON_WHERE_H

#include "turn.h"

struct muon {
	const struct aisp_io *io;
	int64_t m, n;        /* rows and columns of x */
	float *x[2];         /* a step makes x[0] of x[1], or the other way round */
	float *turned;       /* x^T */
	float *a, *b, *room; /* m x m, and a thread's scratch */
};

static inline struct muon muon_of(const struct aisp_io *io, int64_t thread)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	float *w = io->workspace;
	struct muon u = { .io = io,
			  .m = m,
			  .n = n,
			  .x = { aisp_out_f32(io, 0), w },
			  .turned = w + m * n,
			  .a = w + 2 * m * n,
			  .b = w + 2 * m * n + m * m };

	u.room = w + shared_elems(io->param) + thread * ROOM_ELEMS;
	return u;
}

/* Rows [first, end) of to = g / |g|. */
static inline void scale_rows(const struct muon *u, float *to, int64_t first,
			      int64_t end)
{
	const float *g = aisp_in_f32(u->io, G);
	double sum[8] = { 0 }, all = 0;
	float scale;

	for (int64_t i = 0; i < u->m * u->n; i++)
		sum[i % 8] += (double)g[i] * (double)g[i];
	for (int i = 0; i < 8; i++)
		all += sum[i];
	scale = (float)(1 / sqrt(all));
	for (int64_t i = first * u->n; i < end * u->n; i++)
		to[i] = g[i] * scale;
}

/* Columns [first, end) of the transpose of x. */
static inline void turn_rows(const struct muon *u, const float *x, int64_t first,
			     int64_t end)
{
	turn(x + first * u->n, u->n, u->turned + first, u->m, end - first, u->n);
}

#endif
