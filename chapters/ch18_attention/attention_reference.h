/* SPDX-License-Identifier: MIT
 *
 * attention_reference.h - attention of one query in double, and the error bound for
 * bf16.  Workloads share it; they differ in which keys a query sees, where they lie and
 * how their scores change.
 */
#ifndef ATTENTION_REFERENCE_H
#define ATTENTION_REFERENCE_H

#include <aisp/bf16.h>
#include <aisp/workload.h>
#include <float.h>

#ifndef MOST_DIM
#define MOST_DIM 128
#endif

/* What one query sees: inputs 0, 1 and 2 of io are queries, keys and values. */
struct view {
	const struct aisp_io *io;
	int64_t dim;
	int64_t q; /* element where the query begins */
	int64_t n; /* keys */
	/* Element where key j, and its value, begins. */
	int64_t (*key)(const struct view *v, int64_t j);
	int64_t at[2]; /* for key() and change() */
	/* Optional: values are the first `latent` numbers of their keys. */
	int64_t latent;
	/* Optional: scores are divided by the root of this instead of dim. */
	int64_t scale_dim;
	/* Optional: returns the changed score s of key j; *mag is the sum of the
	 * absolute values of its terms. */
	double (*change)(const struct view *v, int64_t j, double s, double *mag);
	/* Optional: element i of the keys (1) or values (2), which are not bf16. */
	double (*cached)(const struct view *v, int in, int64_t i);
};

static double cached_at(const struct view *v, int in, int64_t i)
{
	return v->cached ? v->cached(v, in, i) : aisp_bf16_at(&v->io->in[in], i);
}

static int64_t value_dim(const struct view *v)
{
	return v->latent ? v->latent : v->dim;
}

static double value_at(const struct view *v, int64_t i)
{
	return cached_at(v, v->latent ? 1 : 2, i);
}

/* The product of the query and the key at element k; *mag is the sum of the absolute
 * values of its terms. */
static double product(const struct view *v, int64_t k, double *mag)
{
	double s = 0, root = sqrt((double)(v->scale_dim ? v->scale_dim : v->dim));

	*mag = 0;
	for (int64_t c = 0; c < v->dim; c++) {
		double x =
			aisp_bf16_at(&v->io->in[0], v->q + c) * cached_at(v, 1, k + c);

		s += x;
		*mag += fabs(x);
	}
	*mag /= root;
	return s / root;
}

/* The error bound of fp32 for the score of key j, whose product is s with terms of
 * magnitude m: a change passes the product's error on and adds that of a dozen
 * operations. */
static double error_of(const struct view *v, int64_t j, double s, double m)
{
	const double u = (double)FLT_EPSILON / 2;
	double error = aisp_error_sum(v->dim) * u * m, at, up, down;

	if (!v->change)
		return error;
	up = v->change(v, j, s + error, &m);
	down = v->change(v, j, s - error, &m);
	at = v->change(v, j, s, &m);
	return fmax(fabs(up - at), fabs(down - at)) + aisp_error_sum(16) * u * m;
}

/* The score of key j, which lies at element k; *error, if not NULL, is its bound. */
static double score(const struct view *v, int64_t j, int64_t k, double *error)
{
	double m, s = product(v, k, &m);

	if (error)
		*error = error_of(v, j, s, m);
	return v->change ? v->change(v, j, s, &m) : s;
}

/*
 * The error of a weight exp(log_w), at most 1, from an error of the score less the
 * largest one, in the unit that error_c bounds.  Weights may underflow to 0, here and
 * in the variant.
 */
static double weight_error(double log_w, double error)
{
	double unit = AISP_BF16_ONCE * 0x1p-8;

	error = error < 1 ? exp(log_w) * expm1(error) : exp(fmin(log_w + error, 0));
	return (fmin(error, 1) + (double)FLT_MIN) / unit;
}

/*
 * Magnitudes of weights w_j: their roundings to bf16 are independent, so they add up
 * as squares do; those of fp32 as in a sum; and do = sum of (v_j - o) dw_j, so a
 * weight's error counts as far as its value differs from the mean.
 */
static void magnitudes(const struct view *v, double max, double max_off, double total,
		       const double *ref, double *mag)
{
	double share = aisp_bf16_share(aisp_error_sum(v->n));
	double squares[MOST_DIM] = { 0 };

	for (int64_t j = 0; j < v->n; j++) {
		int64_t at = v->key(v, j);
		double off, log_w = score(v, j, at, &off) - max - log(total);
		double w = exp(log_w), error = weight_error(log_w, off + max_off);

		for (int64_t c = 0; c < value_dim(v); c++) {
			double x = value_at(v, at + c);

			squares[c] += w * x * w * x;
			mag[c] += share * w * fabs(x) + error * fabs(x - ref[c]);
		}
	}
	for (int64_t c = 0; c < value_dim(v); c++)
		mag[c] += fabs(ref[c]) + 0.75 * sqrt(squares[c]) +
			  (double)(v->n + 64) * (double)FLT_MIN;
}

static void reference_row(const struct view *v, double *ref, double *mag)
{
	double max = -INFINITY, max_off = 0, total = 0, off;

	for (int64_t c = 0; c < value_dim(v); c++)
		ref[c] = mag[c] = 0;
	for (int64_t j = 0; j < v->n; j++) {
		double s = score(v, j, v->key(v, j), &off);

		max_off = s > max ? off : max_off;
		max = fmax(max, s);
	}
	for (int64_t j = 0; j < v->n; j++) {
		int64_t at = v->key(v, j);
		double w = exp(score(v, j, at, NULL) - max);

		total += w;
		for (int64_t c = 0; c < value_dim(v); c++)
			ref[c] += w * value_at(v, at + c);
	}
	for (int64_t c = 0; c < value_dim(v); c++)
		ref[c] /= total;
	magnitudes(v, max, max_off, total, ref, mag);
}

#endif
