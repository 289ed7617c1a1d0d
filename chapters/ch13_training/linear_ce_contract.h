/* SPDX-License-Identifier: MIT
 *
 * linear_ce_contract.h - the end of a language model in training: rows h of the last
 * layer meet the weights w of a vocabulary, and the loss of the words that came is
 * taken back to both:
 *
 *     x = h w^T,  loss = log(sum of exp(x)) - x[target]
 *     g = (exp(x) / sum of exp(x) - (1 at the target, else 0)) / rows
 *     dh = g w,  dw = g^T h
 */
#ifndef LINEAR_CE_CONTRACT_H
#define LINEAR_CE_CONTRACT_H

#include <aisp/workload.h>

#include "linear_ce_product.h"

enum { ROWS, VOCAB, INPUTS };
enum { H, W, TARGET, SOFTMAX }; /* the last one is hidden */
enum { LOSS, DH, DW };
enum { MAX, LOG_SUM, BLUR, N_STATS };

#define LEAST_SHARE 0x1p-102 /* probabilities below are as good as 0 */
#define MOST        16.0f

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	int64_t rows = p[ROWS], vocab = p[VOCAB], in = p[INPUTS];
	double n = (double)rows * (double)vocab;
	struct aisp_spec hidden = { "softmax", AISP_F64, 2, { rows, N_STATS } };

	hidden.is_hidden = 1;
	aisp_add_in(pr, (struct aisp_spec){ "h", AISP_F32, 2, { rows, in } });
	aisp_add_in(pr, (struct aisp_spec){ "w", AISP_F32, 2, { vocab, in } });
	aisp_add_in(pr,
		    (struct aisp_spec){
			    "target", AISP_I32, 1, { rows }, AISP_FILL_INDEX, vocab });
	aisp_add_in(pr, hidden);
	aisp_add_out(pr, (struct aisp_spec){ "loss", AISP_F32, 1, { rows } });
	aisp_add_out(pr, (struct aisp_spec){ "dh", AISP_F32, 2, { rows, in } });
	aisp_add_out(pr, (struct aisp_spec){ "dw", AISP_F32, 2, { vocab, in } });
	pr->flops = 6.0 * n * (double)in + 5.0 * n;
	pr->bytes = 8.0 * (double)(rows + vocab) * (double)in + 8.0 * (double)rows;
	pr->compute = AISP_F32;
	pr->error_c = aisp_error_sum(vocab > rows ? vocab : rows);
	if (vocab > INT32_MAX)
		pr->invalid = "vocab must fit an int32";
}

/* A logit, and the sum of the absolute values that make it. */
static inline double logit(const struct aisp_io *io, int64_t row, int64_t word,
			   double *size)
{
	int64_t in = io->param[INPUTS];

	return product_of(aisp_in_f32(io, H) + row * in, aisp_in_f32(io, W) + word * in,
			  in, size);
}

/* blur: what errors of the exponents add to the logarithm of their powers' sum. */
static void find_softmax(const struct aisp_io *io, int64_t row, double *stats)
{
	double size, max = logit(io, row, 0, &size), sum = 1, blur = size;

	for (int64_t v = 1; v < io->param[VOCAB]; v++) {
		double x = logit(io, row, v, &size), up = fmax(max, x);
		double scale = up > max ? exp(max - up) : 1;
		double power = x < up ? exp(x - up) : 1;

		sum = sum * scale + power;
		blur = blur * scale + power * (up - x + size);
		max = up;
	}
	stats[MAX] = max;
	stats[LOG_SUM] = log(sum);
	stats[BLUR] = blur / sum;
}

/* Scales n numbers, so that none is above MOST: of larger ones a logit's rounding may
 * exceed all that a softmax tells apart. */
static void narrow(float *x, int64_t n, float scale)
{
	float max = 0;

	for (int64_t i = 0; i < n; i++)
		max = fmaxf(max, fabsf(x[i]));
	if (max > MOST)
		scale *= MOST / max;
	for (int64_t i = 0; i < n; i++)
		x[i] *= scale;
}

/* Logits of about 1, whatever the length of a row. */
static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];

	(void)bits;
	narrow((float *)io->in[H].data, rows * in, 1);
	narrow((float *)io->in[W].data, io->param[VOCAB] * in,
	       1 / (float)(1 << (int)(log2((double)in) / 2)));
}

/* Computes the softmax of the logits once. */
static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t rows = io->param[ROWS], end = aisp_part_begin(rows, part + 1, n_parts);

	(void)bits;
	for (int64_t i = aisp_part_begin(rows, part, n_parts); i < end; i++)
		find_softmax(io, i, (double *)io->in[SOFTMAX].data + i * N_STATS);
}

static const double *stats_of(const struct aisp_io *io, int64_t row)
{
	return (const double *)io->in[SOFTMAX].data + row * N_STATS;
}

/* A logit's gradient; *mag is the magnitude of its terms. */
static double gradient(const struct aisp_io *io, int64_t row, int64_t word, double *mag)
{
	const double *s = stats_of(io, row);
	double size, x = logit(io, row, word, &size), rows = (double)io->param[ROWS];
	double share = exp(x - s[MAX] - s[LOG_SUM]);
	double one = ((const int32_t *)io->in[TARGET].data)[row] == word;

	*mag = (share * (2 + (s[MAX] - x) + fabs(s[MAX]) + s[BLUR] + size) + one +
		LEAST_SHARE) /
	       rows;
	return (share - one) / rows;
}

/* Adds g times the row at `from` to ref and mag. */
static void add_row(double g, double g_mag, const float *from, int64_t in, double *ref,
		    double *mag)
{
	for (int64_t k = 0; k < in; k++) {
		ref[k] += g * (double)from[k];
		mag[k] += g_mag * fabs((double)from[k]);
	}
}

/* Row i of dh, or of dw. */
static void reference_row(const struct aisp_io *io, int o, int64_t i, double *ref,
			  double *mag)
{
	int64_t in = io->param[INPUTS], n = io->param[o == DH ? VOCAB : ROWS];

	for (int64_t k = 0; k < in; k++)
		ref[k] = mag[k] = 0;
	for (int64_t j = 0; j < n; j++) {
		double g_mag,
			g = gradient(io, o == DH ? i : j, o == DH ? j : i, &g_mag);

		add_row(g, g_mag, aisp_in_f32(io, o == DH ? W : H) + j * in, in, ref,
			mag);
	}
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *target = (const int32_t *)io->in[TARGET].data;
	int64_t in = io->param[INPUTS];

	for (int64_t e = 0; e < n && o != LOSS; e += in)
		reference_row(io, o, (first + e) / in, ref + e, mag + e);
	for (int64_t e = 0; e < n && o == LOSS; e++) {
		const double *s = stats_of(io, first + e);
		double size, x = logit(io, first + e, target[first + e], &size);

		ref[e] = s[LOG_SUM] + (s[MAX] - x);
		mag[e] = 1 + fabs(s[LOG_SUM]) + s[BLUR] + fabs(s[MAX]) + fabs(x) + size;
	}
}

#endif
