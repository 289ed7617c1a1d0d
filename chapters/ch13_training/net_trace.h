/* SPDX-License-Identifier: MIT
 *
 * net_trace.h - the input and the gradient of each layer of net.h, a row at a time, and
 * the error bounds of both.  Errors of independent roundings add up by their
 * squares (N. J. Higham, Accuracy and Stability of Numerical Algorithms, ch. 2.8);
 * signs of the weights, which are drawn, keep those of equal rows from having one
 * direction.
 */
#ifndef NET_TRACE_H
#define NET_TRACE_H

#include <aisp/clones.h>
#include <aisp/workload.h>

enum { ROWS, LAYERS, WIDTH };
enum { X, W, DY, TRACE }; /* the last one is hidden */
enum { DW };

/* What the judge keeps of each row and layer, rounded to fp32, which is nothing beside
 * the errors that are allowed. */
enum { H, H_ERROR, DZ, DZ_ERROR, N_TRACED };

#define MOST_WIDTH 256
#define GAIN       1.7     /* of a layer, by which neither sums nor gradients vanish */
#define LEAST      0x1p-96 /* smaller numbers are as good as 0 */

static inline double square(double x)
{
	return x * x;
}

static float *traced(const struct aisp_io *io, int64_t row, int64_t layer, int what)
{
	int64_t i = (row * io->param[LAYERS] + layer) * N_TRACED + what;

	return (float *)io->in[TRACE].data + i * io->param[WIDTH];
}

/* Numbers that a product takes, and in units of roundoff the variance of their errors;
 * q: what each adds to the variance of a sum, whose own roundings are counted with it.
 */
struct taken {
	double x[MOST_WIDTH], v[MOST_WIDTH], q[MOST_WIDTH];
};

static void count_roundings(struct taken *t, int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		t->q[i] = t->v[i] + (double)n * square(t->x[i]);
}

/* y[j] and its variance: sums over i of x[i] w[i][j]. */
AISP_CLONES static void multiply_row(double *restrict y, double *restrict v,
				     const struct taken *restrict t,
				     const float *restrict w, int64_t n)
{
	for (int64_t j = 0; j < n; j++) {
		y[j] = 0;
		v[j] = square((double)n * LEAST);
	}
	for (int64_t i = 0; i < n; i++)
		for (int64_t j = 0; j < n; j++) {
			double f = (double)w[i * n + j];

			y[j] += t->x[i] * f;
			v[j] += t->q[i] * f * f;
		}
}

/* to: sums over j of x[j] w[i][j]. */
static void multiply_back(struct taken *to, const struct taken *t, const float *w,
			  int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		to->x[i] = 0;
		to->v[i] = square((double)n * LEAST);
		for (int64_t j = 0; j < n; j++) {
			double f = (double)w[i * n + j];

			to->x[i] += t->x[j] * f;
			to->v[i] += t->q[j] * f * f;
		}
	}
}

static double share_of(double z)
{
	return 1 / (1 + exp(-z));
}

static double slope_of(double z)
{
	return share_of(z) * (1 + z * (1 - share_of(z)));
}

/* What the next layer takes of z, whose error may also be that of the power. */
static void trace_h(struct taken *t, const double *z, const double *v, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		t->x[i] = z[i] * share_of(z[i]);
		t->v[i] = square(slope_of(z[i])) * v[i] +
			  square(t->x[i] * (6 + fabs(z[i]))) + square(LEAST);
	}
}

/* dh becomes dz.  The slope changes by half of what z does at most. */
static void trace_dz(struct taken *t, const double *z, const double *v, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		double g = t->x[i];

		t->x[i] = g * slope_of(z[i]);
		t->v[i] = square(slope_of(z[i])) * t->v[i] + square(g) * v[i] / 4 +
			  square(g * 8 * (1 + fabs(z[i]))) + square(LEAST);
	}
}

static void take_row(struct taken *t, const float *x, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		t->x[i] = (double)x[i];
		t->v[i] = 0;
	}
}

/* x and the roots of v. */
static void note(const struct taken *t, float *x, float *error, int64_t n)
{
	for (int64_t i = 0; i < n; i++) {
		x[i] = (float)t->x[i];
		error[i] = (float)sqrt(t->v[i]);
	}
}

/* w: weights of all layers; sums: room for those of all layers and for their variances.
 */
static void trace_row(const struct aisp_io *io, const float *w, int64_t r, double *sums)
{
	int64_t n = io->param[WIDTH], layers = io->param[LAYERS];
	double *variances = sums + layers * n;
	struct taken t[2];

	take_row(t, aisp_in_f32(io, X) + r * n, n);
	for (int64_t l = 0; l < layers; l++) {
		double *z = sums + l * n, *v = variances + l * n;

		note(t, traced(io, r, l, H), traced(io, r, l, H_ERROR), n);
		count_roundings(t, n);
		multiply_row(z, v, t, w + l * n * n, n);
		trace_h(t, z, v, n);
	}
	take_row(t, aisp_in_f32(io, DY) + r * n, n);
	for (int64_t l = layers - 1; l >= 0; l--) {
		trace_dz(t, sums + l * n, variances + l * n, n);
		note(t, traced(io, r, l, DZ), traced(io, r, l, DZ_ERROR), n);
		count_roundings(t, n);
		multiply_back(t + 1, t, w + l * n * n, n);
		t[0] = t[1];
	}
}

#endif
