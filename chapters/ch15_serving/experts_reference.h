/* SPDX-License-Identifier: MIT
 *
 * experts_reference.h - a layer of experts in double, and the error bound of fp32 whose
 * inner numbers, and each expert's result for a token, are rounded to bf16.
 * experts_layer.h includes it.
 */
#ifndef EXPERTS_REFERENCE_H
#define EXPERTS_REFERENCE_H

/* A number, and how far fp32 may be off it. */
struct inexact {
	double value, error;
};

/* Numbers below the normal ones may count as 0, as they do to instructions that
 * multiply bf16. */
static struct inexact dot(const struct aisp_tensor *w, int64_t i,
			  const struct aisp_tensor *x, int64_t j, int64_t n)
{
	double sum = 0, mag = 0, lost = 0;

	for (int64_t c = 0; c < n; c++) {
		double a = aisp_bf16_at(w, i + c), b = aisp_bf16_at(x, j + c);

		sum += a * b;
		mag += fabs(a * b);
		lost += fabs(a) + fabs(b) + 1;
	}
	return (struct inexact){ sum, aisp_error_sum(n) * 0x1p-24 * mag +
					      (double)FLT_MIN * lost };
}

/* silu(g) u; silu is nowhere steeper than 1.1. */
static struct inexact gated(struct inexact g, struct inexact u)
{
	double s = g.value / (1 + exp(-g.value)), h = s * u.value;

	return (struct inexact){ h, 1.1 * g.error * (fabs(u.value) + u.error) +
					    fabs(s) * u.error + 8 * 0x1p-24 * fabs(h) };
}

/* A token's sums so far, the squares of their terms, and the errors of fp32. */
struct token {
	double *ref, *squares, *off;
};

/* Adds weight w2 h, of which h may be rounded to bf16. */
static void add_inner(const struct aisp_io *io, int64_t e, int64_t i, struct inexact h,
		      double weight, struct token *t)
{
	int64_t width = io->param[WIDTH], inner = io->param[INNER];
	double c = aisp_error_sum(inner) * 0x1p-24;

	for (int64_t j = 0; j < width; j++) {
		double w =
			weight * aisp_bf16_at(&io->in[W2], (e * width + j) * inner + i);

		t->ref[j] += w * h.value;
		t->squares[j] += w * h.value * w * h.value;
		t->off[j] += fabs(w) * (h.error + c * fabs(h.value)) +
			     (double)FLT_MIN * (fabs(w) + fabs(h.value) + 1);
	}
}

static void add_expert(const struct aisp_io *io, int64_t row, int64_t e, double weight,
		       struct token *t)
{
	int64_t width = io->param[WIDTH], inner = io->param[INNER];

	for (int64_t i = 0; i < inner; i++) {
		int64_t at = (e * inner + i) * width;
		struct inexact g = dot(&io->in[W1], at, &io->in[X], row * width, width);
		struct inexact u = dot(&io->in[W3], at, &io->in[X], row * width, width);

		add_inner(io, e, i, gated(g, u), weight, t);
	}
}

/* A token's i-th expert by the answer; an invalid answer counts as the first expert. */
static int64_t named(const struct aisp_io *io, int64_t row, int64_t i)
{
	int64_t id = ((const int32_t *)io->out[IDS].data)[row * io->param[K] + i];

	return id < 0 || id >= io->param[EXPERTS] ? 0 : id;
}

static double score_of(const struct aisp_io *io, int64_t row, int64_t i)
{
	return aisp_bf16_at(scores_of(io),
			    row * io->param[EXPERTS] + named(io, row, i));
}

/* An expert's result for a token may be rounded to bf16, too. */
static void end_expert(struct token *t, double *before, int64_t width)
{
	for (int64_t j = 0; j < width; j++) {
		double made = t->ref[j] - before[j];

		t->squares[j] += made * made;
		before[j] = t->ref[j];
	}
}

/*
 * Errors of roundings in between are independent: they add up as squares do.  One is
 * off by 0.42 x 2^-8 in square mean; 0.75 units are 3 x 2^-8, seven of that, which none
 * of ten million outputs reaches by chance.
 */
static void reference_y(const struct aisp_io *io, int64_t row, double *ref, double *mag)
{
	int64_t width = io->param[WIDTH];
	double *more = (double *)calloc((size_t)(3 * width), sizeof(*more)),
	       weight[MOST_K], sum = 0, unit = AISP_BF16_ONCE * 0x1p-8;
	struct token t = { ref, more, more + width };

	for (int64_t j = 0; j < width; j++)
		ref[j] = 0;
	for (int64_t i = 0; i < io->param[K]; i++) {
		weight[i] = exp(score_of(io, row, i) - score_of(io, row, 0));
		sum += weight[i];
	}
	for (int64_t i = 0; i < io->param[K]; i++) {
		add_expert(io, row, named(io, row, i), weight[i] / sum, &t);
		end_expert(&t, more + 2 * width, width);
	}
	for (int64_t j = 0; j < width; j++)
		mag[j] = fabs(ref[j]) + 0.75 * sqrt(t.squares[j]) + t.off[j] / unit;
	free(more);
}

static void reference_ids(const struct aisp_io *io, int64_t row, double *ref,
			  double *mag)
{
	int64_t experts = io->param[EXPERTS], k = io->param[K];
	const int32_t *ids = (const int32_t *)io->out[IDS].data;
	double score[MOST_EXPERTS], sorted[MOST_EXPERTS] = { 0 };

	for (int64_t e = 0; e < experts; e++)
		score[e] = sorted[e] = aisp_bf16_at(scores_of(io), row * experts + e);
	qsort(sorted, (size_t)experts, sizeof(*sorted), descending);
	choose(score, sorted, experts, ids + row * k, k, ref);
	for (int64_t i = 0; i < k; i++)
		mag[i] = 0;
}

/* The reference of ids and y. */
static void reference_layer(const struct aisp_io *io, int o, int64_t first, int64_t n,
			    double *ref, double *mag)
{
	int64_t width = io->param[o == IDS ? K : WIDTH];

	for (int64_t at = 0; at < n; at += width)
		if (o == IDS)
			reference_ids(io, (first + at) / width, ref + at, mag + at);
		else
			reference_y(io, (first + at) / width, ref + at, mag + at);
}

#endif
