/* SPDX-License-Identifier: MIT
 *
 * attention_reference.h - attention of one query in double, and how far bf16 may be
 * off it.  Shared by the workloads, which differ in which keys a query sees and where
 * they lie.
 */
#ifndef ATTENTION_REFERENCE_H
#define ATTENTION_REFERENCE_H

#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

#define MOST_DIM 128

/* What one query sees: inputs 0, 1 and 2 of io are queries, keys and values. */
struct view {
	const struct aisp_io *io;
	int64_t dim;
	int64_t q; /* element where the query begins */
	int64_t n; /* keys */
	/* Element where key j, and its value, begins. */
	int64_t (*key)(const struct view *v, int64_t j);
	int64_t at[2]; /* for key() */
};

/* Of the query and the key at element k; the sum of the absolute values of its terms
 * in *mag. */
static double score(const struct view *v, int64_t k, double *mag)
{
	double s = 0;

	*mag = 0;
	for (int64_t c = 0; c < v->dim; c++) {
		double x = aisp_bf16_at(&v->io->in[0], v->q + c) *
			   aisp_bf16_at(&v->io->in[1], k + c);

		s += x;
		*mag += fabs(x);
	}
	*mag /= sqrt((double)v->dim);
	return s / sqrt((double)v->dim);
}

/*
 * What an error of the score does to a weight w, at most 1, as a multiple of the
 * unit that error_c bounds, given the magnitude of the terms that the score adds up.
 * Weights may underflow to 0.
 */
static double weight_error(const struct view *v, double w, double magnitude)
{
	double unit = AISP_BF16_ONCE * 0x1p-8;
	double error = aisp_error_sum(v->dim) * (double)FLT_EPSILON / 2 * magnitude;

	return (fmin(w * expm1(fmin(error, 600)), 1) + (double)FLT_MIN) / unit;
}

/*
 * Magnitudes of weights w_j: their roundings to bf16 are independent, so they add up
 * as squares do; those of fp32 as in a sum; and do = sum of (v_j - o) dw_j, so a
 * weight's error counts as far as its value differs from the mean.
 */
static void magnitudes(const struct view *v, double max, double total,
		       const double *ref, double *mag)
{
	double share = aisp_bf16_share(aisp_error_sum(v->n)), m;
	double squares[MOST_DIM] = { 0 };

	for (int64_t j = 0; j < v->n; j++) {
		int64_t at = v->key(v, j);
		double w = exp(score(v, at, &m) - max) / total;
		double error = weight_error(v, w, m);

		for (int64_t c = 0; c < v->dim; c++) {
			double x = aisp_bf16_at(&v->io->in[2], at + c);

			squares[c] += w * x * w * x;
			mag[c] += share * w * fabs(x) + error * fabs(x - ref[c]);
		}
	}
	for (int64_t c = 0; c < v->dim; c++)
		mag[c] += fabs(ref[c]) + 0.75 * sqrt(squares[c]) +
			  (double)(v->n + 64) * (double)FLT_MIN;
}

static void reference_row(const struct view *v, double *ref, double *mag)
{
	double max = -INFINITY, total = 0, m;

	for (int64_t c = 0; c < v->dim; c++)
		ref[c] = mag[c] = 0;
	for (int64_t j = 0; j < v->n; j++)
		max = fmax(max, score(v, v->key(v, j), &m));
	for (int64_t j = 0; j < v->n; j++) {
		int64_t at = v->key(v, j);
		double w = exp(score(v, at, &m) - max);

		total += w;
		for (int64_t c = 0; c < v->dim; c++)
			ref[c] += w * aisp_bf16_at(&v->io->in[2], at + c);
	}
	for (int64_t c = 0; c < v->dim; c++)
		ref[c] /= total;
	magnitudes(v, max, total, ref, mag);
}

#endif
