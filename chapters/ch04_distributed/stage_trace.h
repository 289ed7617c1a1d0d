/* SPDX-License-Identifier: MIT
 *
 * stage_trace.h - what each stage of a pipeline takes and gets back, a row at a time,
 * and how far roundings may have moved it.  Errors of independent roundings add up by
 * their squares (N. J. Higham, Accuracy and Stability of Numerical Algorithms,
 * ch. 2.8); signs of the weights are drawn, so that errors of equal rows have no one
 * direction.
 */
#ifndef STAGE_TRACE_H
#define STAGE_TRACE_H

#include <aisp/clones.h>
#include <aisp/workload.h>

enum { RANKS, MICROBATCHES, ROWS, WIDTH }; /* rows of a microbatch */
enum { X, W, DY, TRACE };                  /* the last one is hidden */
/* Of each row and stage, rounded to fp32, which is nothing beside the errors that are
 * allowed. */
enum { H, H_ERROR, DZ, DZ_ERROR, N_TRACED };

#define MOST_WIDTH 256
#define LEAST      0x1p-96 /* what is below is as good as 0 */

static float *traced(const struct aisp_io *io, int64_t row, int64_t stage, int what)
{
	int64_t i = (row * io->param[RANKS] + stage) * N_TRACED + what;

	return (float *)io->in[TRACE].data + i * io->param[WIDTH];
}

/* Numbers, and in units of roundoff the variances of their errors. */
struct moved {
	double x[MOST_WIDTH], v[MOST_WIDTH];
};

/* y = x w, or x w^T: element (i, j) of the matrix is w[i * row + j * col].  Each
 * product of a sum of n has the roundings of n sums at most. */
AISP_CLONES static void through_weights(struct moved *restrict y,
					const struct moved *restrict x,
					const float *restrict w, int64_t n, int64_t row,
					int64_t col)
{
	for (int64_t j = 0; j < n; j++) {
		y->x[j] = 0;
		y->v[j] = (double)n * LEAST * (double)n * LEAST;
	}
	for (int64_t i = 0; i < n; i++) {
		double q = x->v[i] + (double)n * x->x[i] * x->x[i];

		for (int64_t j = 0; j < n; j++) {
			double f = (double)w[i * row + j * col];

			y->x[j] += x->x[i] * f;
			y->v[j] += q * f * f;
		}
	}
}

/* What the next stage takes of z: z / (1 + |z|). */
static void through_curve(struct moved *h, const struct moved *z, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		double down = 1 / (1 + fabs(z->x[i])), slope = down * down;

		h->x[i] = z->x[i] * down;
		h->v[i] = slope * slope * z->v[i] + 4 * h->x[i] * h->x[i];
	}
}

/* dh becomes dz.  The slope changes by twice what z does at most. */
static void back_through_curve(struct moved *g, const struct moved *z, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		double down = 1 / (1 + fabs(z->x[i])), slope = down * down;
		double bend = 2 * slope * down * g->x[i];

		g->x[i] *= slope;
		g->v[i] = slope * slope * g->v[i] + bend * bend * z->v[i] +
			  16 * g->x[i] * g->x[i];
	}
}

/* Inputs are exact. */
static void take_row(struct moved *t, const float *x, int64_t n)
{
	*t = (struct moved){ 0 };
	for (int64_t i = 0; i < n; i++)
		t->x[i] = (double)x[i];
}

static void note(const struct aisp_io *io, int64_t row, int64_t stage, int what,
		 const struct moved *t)
{
	float *x = traced(io, row, stage, what),
	      *error = traced(io, row, stage, what + 1);

	for (int64_t i = 0; i < io->param[WIDTH]; i++) {
		x[i] = (float)t->x[i];
		error[i] = (float)sqrt(t->v[i]);
	}
}

/* z: room for those of each stage. */
static void trace_row(const struct aisp_io *io, int64_t row, struct moved *z)
{
	int64_t n = io->param[WIDTH], stages = io->param[RANKS];
	const float *w = aisp_in_f32(io, W);
	struct moved t, g;

	take_row(&t, aisp_in_f32(io, X) + row * n, n);
	for (int64_t s = 0; s < stages; s++) {
		note(io, row, s, H, &t);
		through_weights(z + s, &t, w + s * n * n, n, n, 1);
		through_curve(&t, z + s, n);
	}
	take_row(&g, aisp_in_f32(io, DY) + row * n, n);
	for (int64_t s = stages - 1; s >= 0; s--) {
		back_through_curve(&g, z + s, n);
		note(io, row, s, DZ, &g);
		through_weights(&t, &g, w + s * n * n, n, 1, n);
		g = t;
	}
}

#endif
