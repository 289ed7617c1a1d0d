/* SPDX-License-Identifier: MIT
 *
 * Attention, forward, fp32: o = softmax(q k^T / sqrt(dim)) v for each head.  4 dim
 * operations for each pair of a query and a key, of which causal attention has half;
 * 4 seq dim numbers cross the memory bus for seq^2 pairs, so arithmetic binds unless
 * the scores are written out.
 */
#include "attention_dot.h"

#include <aisp/workload.h>
#include <float.h>

enum { HEADS, SEQ, DIM, CAUSAL };

#define MAX_DIM 256

/* Query i attends to keys [0, attended()). */
static inline int64_t attended(const int64_t *p, int64_t i)
{
	return p[CAUSAL] ? i + 1 : p[SEQ];
}

static inline float attention_scale(const int64_t *p)
{
	return 1 / sqrtf((float)p[DIM]);
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];
	double pairs = p[CAUSAL] ? (double)seq * (double)(seq + 1) / 2
				 : (double)seq * (double)seq;

	aisp_add_in(pr, (struct aisp_spec){ "q", AISP_F32, 3, { heads, seq, dim } });
	aisp_add_in(pr, (struct aisp_spec){ "k", AISP_F32, 3, { heads, seq, dim } });
	aisp_add_in(pr, (struct aisp_spec){ "v", AISP_F32, 3, { heads, seq, dim } });
	aisp_add_out(pr, (struct aisp_spec){ "o", AISP_F32, 3, { heads, seq, dim } });
	pr->flops = 4.0 * (double)heads * pairs * (double)dim;
	pr->bytes = 4.0 * (double)(heads * seq * dim) * sizeof(float);
	pr->workspace_bytes = (size_t)(seq * seq) * sizeof(float);
	pr->error_c = aisp_error_sum(seq);
	if (p[CAUSAL] < 0 || p[CAUSAL] > 1)
		pr->invalid = "causal is 0 or 1";
	if (dim > MAX_DIM)
		pr->invalid = "dim is at most 256";
}

/* Score of query i and key j of the head whose queries begin at q. */
static double score(const int64_t *p, const float *q, const float *k, double *mag)
{
	double root = sqrt((double)p[DIM]), s = dot(q, k, p[DIM], mag) / root;

	*mag /= root;
	return s;
}

/*
 * What errors of the score and of the largest, from which it is subtracted, do to a
 * weight exp(log_w), at most 1, as a multiple of the unit that error_c bounds, given
 * the magnitude of the terms that both add up.  Weights may underflow to 0, here and
 * there.
 */
static double weight_error(const int64_t *p, double log_w, double magnitude)
{
	double unit = aisp_error_sum(p[SEQ]) * FLT_EPSILON / 2;
	double error = aisp_error_sum(p[DIM]) * FLT_EPSILON / 2 * magnitude;

	error = error < 1 ? exp(log_w) * expm1(error) : exp(fmin(log_w + error, 0));
	return (fmin(error, 1) + FLT_MIN) / unit;
}

/*
 * One row of o, of weights w_j / total; do = sum of (v_j - o) dw_j / total, so a
 * weight's error counts as far as its value differs from the mean.
 */
static void reference_row(const int64_t *p, const float *q, const float *k,
			  const float *v, int64_t n_keys, double *ref, double *mag)
{
	double max = -INFINITY, total = 0, m, max_m = 0;
	int64_t dim = p[DIM];

	for (int64_t c = 0; c < dim; c++)
		ref[c] = mag[c] = 0;
	for (int64_t j = 0; j < n_keys; j++) {
		double s = score(p, q, k + j * dim, &m);

		max_m = s > max ? m : max_m;
		max = fmax(max, s);
	}
	for (int64_t j = 0; j < n_keys; j++) {
		double w = exp(score(p, q, k + j * dim, &m) - max);

		total += w;
		for (int64_t c = 0; c < dim; c++)
			ref[c] += w * (double)v[j * dim + c];
	}
	for (int64_t c = 0; c < dim; c++)
		ref[c] /= total;
	for (int64_t j = 0; j < n_keys; j++) {
		double log_w = score(p, q, k + j * dim, &m) - max - log(total);
		double w = exp(log_w), error = weight_error(p, log_w, m + max_m);

		for (int64_t c = 0; c < dim; c++) {
			double x = (double)v[j * dim + c];

			mag[c] += w * fabs(x) + error * fabs(x - ref[c]);
		}
	}
	for (int64_t c = 0; c < dim; c++)
		mag[c] += fabs(ref[c]) + (double)n_keys * FLT_MIN;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int64_t *p = io->param;
	int64_t dim = p[DIM];

	(void)o;
	for (int64_t e = 0; e < n; e += dim) {
		int64_t row = (first + e) / dim, head = row / p[SEQ] * p[SEQ] * dim;

		reference_row(p, aisp_in_f32(io, 0) + row * dim,
			      aisp_in_f32(io, 1) + head, aisp_in_f32(io, 2) + head,
			      attended(p, row % p[SEQ]), ref + e, mag + e);
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "attention forward, fp32",
	.n_params = 4,
	.params = { [HEADS] = { "heads", 2, 4, 8, "heads, each by itself" },
		    [SEQ] = { "seq", 83, 1024, 4096, "queries and keys of a head" },
		    [DIM] = { "dim", 37, 64, 128, "numbers of a query, key or value" },
		    [CAUSAL] = { "causal", 1, 0, 0,
				 "1: query i sees keys 0 to i; 0: all" } },
	.problem = problem,
	.reference = reference,
};
