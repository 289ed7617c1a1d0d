/* SPDX-License-Identifier: MIT
 *
 * zero2_step_cpu.h - a layer's gradients of this rank's rows, and the step on the part
 * of them that this rank looks after.
 */
#ifndef ZERO2_STEP_CPU_H
#define ZERO2_STEP_CPU_H

#include <aisp/small_product.h>

#include "sharded_step.h"

/* The sums and what they come from are half of a usual first-level cache. */
#define STRIP_ELEMS 1024

static inline float *own_window(const struct aisp_io *io)
{
	return io->ranks->window[io->ranks->rank];
}

/* g = dy^T x */
static inline void make_gradients(const struct aisp_io *io, int64_t layer, float *g)
{
	int64_t w = io->param[WIDTH], rows = io->param[ROWS], at = layer * rows * w;
	struct aisp_product product = { .c = g,
					.a = aisp_in_f32(io, DELTA) + at,
					.b = aisp_in_f32(io, GIVEN) + at,
					.m = w,
					.n = w,
					.k = rows,
					.row = 1,
					.depth = w };

	aisp_multiply(&product);
}

/*
 * The step on this rank's part of a layer, whose gradients lie at `from` in all
 * windows; new parameters are shown at `to` in its own.
 */
static inline void step_layer(const struct aisp_io *io, int64_t layer, int64_t from,
			      int64_t to)
{
	const int64_t *p = io->param;
	int64_t n = part_elems(p), first = io->ranks->rank * n;
	int64_t at = layer * layer_elems(p) + first;
	float sum[STRIP_ELEMS];

	for (int64_t i = 0; i < n; i += STRIP_ELEMS) {
		int64_t some = n - i < STRIP_ELEMS ? n - i : STRIP_ELEMS;
		const struct step s = { .p0 = aisp_in_f32(io, P0) + at + i,
					.m0 = aisp_in_f32(io, M0) + layer * n + i,
					.v0 = aisp_in_f32(io, V0) + layer * n + i,
					.g = sum,
					.p = aisp_out_f32(io, P) + at + i,
					.m = aisp_out_f32(io, M) + layer * n + i,
					.v = aisp_out_f32(io, V) + layer * n + i,
					.hyper = aisp_in_f32(io, HYPER) };

		add_windows(io->ranks, sum, from + first + i, some);
		step_range(&s, some);
		copy_elems(own_window(io) + to + i, s.p, some);
	}
}

/* Of a layer, from where peers show theirs. */
static inline void take_parameters(const struct aisp_io *io, int64_t layer, int64_t at,
				   int64_t apart)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t n = part_elems(io->param);
	float *p = aisp_out_f32(io, P) + layer * layer_elems(io->param);

	for (int far = 1; far < r->n; far++) {
		int64_t peer = (r->rank + far) % r->n;

		copy_elems(p + peer * n,
			   (const float *)r->window[peer] + at + peer * apart, n);
	}
}

#endif
