/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_reference.h - the reference of workload_attention_fp8.h in double, and
 * how far weights of e4m3 may be off it.
 */
#ifndef ATTENTION_FP8_REFERENCE_H
#define ATTENTION_FP8_REFERENCE_H

#include <aisp/bf16.h>
#include <stdlib.h>

#include "attention_fp8_scores.h"

/* Rounding to e4m3 has a root mean square error of 0.0265 of a weight.  One in hundreds
 * of millions of results has six times that error. */
#define SIX_SIGMA   6.0
#define WEIGHT_OFF  (SIX_SIGMA * 0.0265)
#define LOWEST_STEP 0x1p-17 /* of e4m3 below 2^-6, the largest weight being 2^8 */

/* The weighted sums of values. */
static void fp8_sums(struct fp8_row *x, double *sum)
{
	x->total = 0;
	for (int64_t j = 0; j < x->n; j++) {
		const uint8_t *v = fp8_codes(x, IN_V, j);
		double w = exp2(x->log_w[j]), by = ldexp(w, fp8_exponent(x, IN_V, j));

		x->total += w;
		for (int c = 0; c < HEAD_DIM && w > 0; c++)
			sum[c] += by * (double)x->value[v[c]];
	}
	for (int c = 0; c < HEAD_DIM; c++)
		sum[c] /= x->total;
}

/* The rounding error of a weight of 2^depth times the largest.  The largest is exact,
 * unless another may be, or its score has no fraction left. */
static double fp8_rounding(const struct fp8_row *x, double depth)
{
	double lowest = SIX_SIGMA / sqrt(12) * LOWEST_STEP;

	if (depth >= 0 && fabs(x->largest) < 0x1p13 && x->max_off < 0x1p-7)
		return 0;
	return fmax(WEIGHT_OFF, fmin(SIX_SIGMA, lowest * exp2(-depth)));
}

/* The error of a weight from errors of its score and of the largest one; at most 1. */
static double fp8_unsure(const struct fp8_row *x, int64_t j)
{
	double off = x->off[j] + x->max_off, w = x->log_w[j] - log2(x->total);

	return off < 1 ? exp2(w) * expm1(off) : exp2(fmin(w + off * M_LOG2E, 0));
}

/* Adds key j; a sum of values loses up to cut[] of each term. */
static void fp8_add_key(const struct fp8_row *x, int64_t j, const double *ref,
			const double *cut)
{
	const uint8_t *v = fp8_codes(x, IN_V, j);
	int e = fp8_exponent(x, IN_V, j);
	double depth = x->log_w[j] + e - x->most, w = exp2(x->log_w[j]) / x->total;
	double unsure = fp8_unsure(x, j);
	double rounding = (w + unsure) * fp8_rounding(x, depth);
	struct fp8_bin *b = &x->bin[(int)fmin(-8 * depth, BINS - 1)];

	b->weights += rounding;
	for (int c = 0; c < HEAD_DIM && rounding + unsure > 0; c++) {
		double y = ldexp((double)x->value[v[c]], e), off = y - ref[c];
		double most = rounding * fmax(fabs(y), fabs(off));
		double z = fmin(fmax(w * y, -cut[c]), cut[c]);

		b->rounded[c] += rounding * y;
		b->unsure[c] += unsure * off;
		b->cut[c] += z;
		b->squares[c] += most * most + unsure * off * unsure * off + z * z;
	}
}

/* Absolute terms of keys [first, end), and how much 14 bits of their sum may cut off
 * each, and off the sum with each instruction. */
static void fp8_add_tile(struct fp8_row *x, int64_t first, int64_t end, double *cut)
{
	for (int64_t j = first; j < end; j++) {
		const uint8_t *v = fp8_codes(x, IN_V, j);
		double w =
			ldexp(exp2(x->log_w[j]) / x->total, fp8_exponent(x, IN_V, j));

		for (int c = 0; c < HEAD_DIM; c++)
			cut[c] += w * fabs((double)x->value[v[c]]);
	}
	for (int c = 0; c < HEAD_DIM; c++) {
		x->all[c] += cut[c];
		cut[c] *= 0x1p-13;
		x->cut[c] += cut[c] * cut[c] * SCALE_ROWS / INSTRUCTION *
			     (SCALE_ROWS / INSTRUCTION);
	}
}

/* Tiles of keys that have a scale in common also have a sum of 14 bits. */
static void fp8_add_keys(struct fp8_row *x, const double *ref)
{
	for (int64_t first = 0; first < x->n; first += SCALE_ROWS) {
		int64_t end = first + SCALE_ROWS < x->n ? first + SCALE_ROWS : x->n;
		double cut[HEAD_DIM] = { 0 };

		fp8_add_tile(x, first, end, cut);
		for (int64_t j = first; j < end; j++)
			fp8_add_key(x, j, ref, cut);
	}
}

/*
 * Errors of weights are independent, so that they add up as squares do; but equal
 * weights have equal ones.
 */
static void fp8_magnitudes(const struct fp8_row *x, const double *ref, double *mag)
{
	double unit = AISP_BF16_ONCE * 0x1p-8;

	for (int c = 0; c < HEAD_DIM; c++) {
		double squares = x->cut[c];

		for (const struct fp8_bin *b = x->bin; b < x->bin + BINS; b++) {
			double r = b->rounded[c], all = fabs(b->unsure[c]);

			all += fabs(b->cut[c]);
			all += fmax(fabs(r), fabs(r - ref[c] * b->weights));
			squares += fmax(all * all, b->squares[c]);
		}
		/* Errors of fp32, and of weights that underflow. */
		mag[c] = fabs(ref[c]) +
			 aisp_bf16_share(aisp_error_sum(x->n)) * x->all[c] +
			 (sqrt(squares) +
			  (double)(x->n + 64) * (double)FLT_MIN * MOST_VALUE) /
				 unit;
	}
}

static void fp8_reference_row(struct fp8_row *x, int64_t query, double *ref,
			      double *mag)
{
	const uint8_t *q = fp8_codes(x, IN_Q, query);

	for (int c = 0; c < HEAD_DIM; c++) {
		x->q[c] = x->value[q[c]];
		ref[c] = x->all[c] = x->cut[c] = 0;
	}
	memset(x->bin, 0, BINS * sizeof(*x->bin));
	fp8_scores(x, query);
	fp8_sums(x, ref);
	fp8_add_keys(x, ref);
	fp8_magnitudes(x, ref, mag);
}

/* Whole rows. */
static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	int64_t seq = io->param[SEQ];
	float value[256];
	struct fp8_row x = { .io = io, .value = value };

	(void)o;
	for (unsigned code = 0; code < 256; code++)
		value[code] = (float)aisp_value_of(AISP_F8E4M3, code);
	x.log_w = (double *)malloc((size_t)seq * sizeof(*x.log_w));
	x.off = (double *)malloc((size_t)seq * sizeof(*x.off));
	x.bin = (struct fp8_bin *)malloc(BINS * sizeof(*x.bin));
	for (int64_t e = 0; e < n; e += HEAD_DIM) {
		int64_t row = (first + e) / HEAD_DIM;

		ref[e] = mag[e] = NAN; /* without memory nothing passes */
		x.head = row / seq;
		x.n = io->param[CAUSAL] ? row % seq + 1 : seq;
		if (x.log_w && x.off && x.bin)
			fp8_reference_row(&x, row % seq, ref + e, mag + e);
	}
	free(x.log_w);
	free(x.off);
	free(x.bin);
}

#endif
