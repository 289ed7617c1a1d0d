/* SPDX-License-Identifier: MIT
 *
 * muon_whole_gpu.h - the steps as they are written, by whole products.
 */
#include "muon_gpu.h"

struct places {
	float *x[2]; /* a step makes x[0] of x[1], or the other way round */
	float *part, *a, *b;
};

static struct places places_of(const struct aisp_io *io)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	struct places p;

	p.part = behind_library(io);
	p.a = behind(p.part, PARTS);
	p.b = behind(p.a, m * m);
	p.x[0] = aisp_out_f32(io, 0);
	p.x[1] = behind(p.b, m * m);
	return p;
}

static int make_step(const struct aisp_io *io, struct muon_products *l,
		     const struct places *p, const float *x, float *y)
{
	int64_t m = io->param[ROWS], n = io->param[COLS];
	int rc = multiply(io, &l->narrow, p->a, x, x, 1, 0);

	rc = rc ? rc
		: multiply_add(io, &l->square, p->b, p->a, p->a, POLY_C, p->a, POLY_B,
			       m * m);
	return rc ? rc : multiply_add(io, &l->wide, y, p->b, x, 1, x, POLY_A, m * n);
}

static int run(const struct aisp_io *io, void *state)
{
	struct places p = places_of(io);
	int rc = begin(io, p.x[io->param[STEPS] % 2], p.part);

	for (int64_t left = io->param[STEPS]; left > 0 && !rc; left--)
		rc = make_step(io, (struct muon_products *)state, &p, p.x[left % 2],
			       p.x[(left + 1) % 2]);
	return rc;
}
