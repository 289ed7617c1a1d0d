/* SPDX-License-Identifier: MIT
 *
 * accept_inputs.h - distributions of two models that agree in part, and drafts.
 */
#ifndef ACCEPT_INPUTS_H
#define ACCEPT_INPUTS_H

#include <aisp/draw.h>

/* Eighth powers, made to add up to 1: many small ones and a few large. */
static void make_distribution(float *x, int64_t n)
{
	double max = 0, sum = 0;

	for (int64_t i = 0; i < n; i++)
		max = fmax(max, fabs((double)x[i]));
	for (int64_t i = 0; i < n; i++) {
		double y = max > 0 ? (double)x[i] / max : 1;

		x[i] = (float)(y * y * y * y * y * y * y * y);
		sum += (double)x[i];
	}
	for (int64_t i = 0; i < n; i++)
		x[i] = (float)((double)x[i] / sum);
}

/* q looks at p in part, as a draft model does. */
static void make_draft(float *q, const float *p, int64_t n)
{
	make_distribution(q, n);
	for (int64_t i = 0; i < n; i++)
		q[i] = 0.5f * q[i] + 0.5f * p[i];
}

static int32_t draw_draft(const float *q, int64_t n, double u)
{
	double sum = 0;

	for (int64_t i = 0; i < n; i++) {
		sum += (double)q[i];
		if (sum > u)
			return (int32_t)i;
	}
	return (int32_t)n - 1;
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	int64_t n = io->param[ROWS], k = io->param[DRAFTS], vocab = io->param[VOCAB];
	float *p = (float *)io->in[P].data, *q = (float *)io->in[Q].data;

	for (int64_t i = 0; i < n * (k + 1); i++) {
		make_distribution(p + i * vocab, vocab);
		((float *)io->in[U].data)[i] = aisp_draw_share(bits, (uint64_t)i);
	}
	for (int64_t i = 0; i < n * k; i++) {
		make_draft(q + i * vocab, p + (i / k * (k + 1) + i % k) * vocab, vocab);
		((int32_t *)io->in[DRAFT].data)[i] =
			draw_draft(q + i * vocab, vocab,
				   (double)aisp_draw_share(~bits, (uint64_t)i));
	}
}

#endif
