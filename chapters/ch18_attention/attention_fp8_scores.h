/* SPDX-License-Identifier: MIT
 *
 * attention_fp8_scores.h - a row of workload_attention_fp8.h in double: its scores, and
 * how far they may be off.
 */
#ifndef ATTENTION_FP8_SCORES_H
#define ATTENTION_FP8_SCORES_H

#include <aisp/workload.h>
#include <float.h>
#include <string.h>

/* Bins for the powers of two below a row's largest weight, eight to each, about the
 * distance from one number of e4m3 to the next. */
#define BINADES 20
#define BINS    (8 * BINADES)

#define MOST_VALUE 0x1p10 /* of all, with their scales */

#define INSTRUCTION 32 /* terms that the tensor cores add up at a time */

/* Terms of about equal weights: sums of their signed errors, for three reasons, and of
 * squares. */
struct fp8_bin {
	double rounded[HEAD_DIM], unsure[HEAD_DIM], cut[HEAD_DIM], squares[HEAD_DIM];
	double weights; /* as in rounded[] */
};

/* A row's work: exponents of weights, of 2, and how far scores may be off, of e. */
struct fp8_row {
	const struct aisp_io *io;
	const float *value; /* of a code */
	int64_t head, n;    /* n: keys that it sees */
	float q[HEAD_DIM];
	double *log_w, *off;
	double largest; /* score, as an exponent; weights are relative to it */
	double most;    /* weight as it meets its value, as an exponent */
	double total;   /* of weights */
	double max_off; /* of the largest score */
	struct fp8_bin *bin;
	/* Of sums of values: absolute terms, and squares of what is cut off in tiles.
	 */
	double all[HEAD_DIM], cut[HEAD_DIM];
};

static const uint8_t *fp8_codes(const struct fp8_row *x, int in, int64_t row)
{
	return (const uint8_t *)x->io->in[in].data +
	       (x->head * x->io->param[SEQ] + row) * HEAD_DIM;
}

/* The exponent of the scale of a row of input `in`. */
static int fp8_exponent(const struct fp8_row *x, int in, int64_t row)
{
	const uint8_t *code = (const uint8_t *)x->io->in[IN_Q_SCALE + in].data;

	return code[x->head * scales_of(x->io->param[SEQ]) + row / SCALE_ROWS] - 127;
}

/*
 * The product of q and a key.  Tensor cores keep 14 bits of a sum: of an instruction's
 * largest term or of the sum before.  Products have 8 bits, so that only those below
 * 2^-6 of that lose any.  Others add up in fp32.
 */
static double fp8_product(const struct fp8_row *x, const uint8_t *k, double *off)
{
	float sum = 0, all = 0, lost = 0;

	for (int c = 0; c < HEAD_DIM; c += INSTRUCTION) {
		float term[INSTRUCTION], most = fabsf(sum), unit;

		for (int i = 0; i < INSTRUCTION; i++) {
			term[i] = x->q[c + i] * x->value[k[c + i]];
			most = fmaxf(most, fabsf(term[i]));
		}
		unit = most * 0x1p-13f;
		for (int i = 0; i < INSTRUCTION; i++) {
			float a = fabsf(term[i]);

			sum += term[i];
			all += a;
			lost += a < most * 0x1p-6f ? fminf(a, unit) : 0;
		}
		lost += unit;
	}
	*off = (double)lost + aisp_error_sum(HEAD_DIM) * 0x1p-24 * (double)all;
	return (double)sum;
}

/* All scores, as exponents of 2, relative to the largest. */
static void fp8_scores(struct fp8_row *x, int64_t query)
{
	double unit = 1 / sqrt((double)HEAD_DIM);

	x->largest = x->most = -INFINITY;
	x->max_off = 0;
	for (int64_t j = 0; j < x->n; j++) {
		int e = fp8_exponent(x, IN_Q, query) + fp8_exponent(x, IN_K, j);
		double s = fp8_product(x, fp8_codes(x, IN_K, j), &x->off[j]);

		x->log_w[j] = ldexp(s * unit, e) * M_LOG2E;
		x->off[j] = ldexp(x->off[j] * unit, e);
		x->largest = fmax(x->largest, x->log_w[j]);
	}
	for (int64_t j = 0; j < x->n; j++) {
		if (x->log_w[j] == x->largest)
			x->max_off = fmax(x->max_off, x->off[j]);
		x->log_w[j] -= x->largest;
		x->most = fmax(x->most, x->log_w[j] + fp8_exponent(x, IN_V, j));
	}
}

#endif
