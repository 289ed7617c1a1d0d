/* SPDX-License-Identifier: MIT
 *
 * accept_cpu.h - decisions about a row's drafts, and a draw an element at a time.
 */
#ifndef ACCEPT_CPU_H
#define ACCEPT_CPU_H

#include <aisp/clones.h>

/* The distribution from which a token is drawn at a position of a row. */
struct choice {
	const float *p, *q; /* q: NULL behind the last draft */
	int64_t vocab;
};

static inline struct choice choice_of(const struct aisp_io *io, int64_t row, int64_t i)
{
	int64_t k = io->param[DRAFTS], vocab = io->param[VOCAB];

	return (struct choice){ aisp_in_f32(io, P) + (row * (k + 1) + i) * vocab,
				i < k ? aisp_in_f32(io, Q) + (row * k + i) * vocab
				      : NULL,
				vocab };
}

static inline float weight_at(const struct choice *c, int64_t t)
{
	float w = c->q ? c->p[t] - c->q[t] : c->p[t];

	return w > 0 ? w : 0;
}

/* The number that decides what is drawn. */
static inline float share_of(const struct aisp_io *io, int64_t row)
{
	int64_t k = io->param[DRAFTS];

	return aisp_in_f32(io, U)[row * (k + 1) + k];
}

static inline int64_t n_accepted(const struct aisp_io *io, int64_t row)
{
	int64_t k = io->param[DRAFTS], n = 0;
	const int32_t *draft = (const int32_t *)io->in[DRAFT].data + row * k;
	const float *u = aisp_in_f32(io, U) + row * (k + 1);

	while (n < k) {
		struct choice c = choice_of(io, row, n);

		if (!(u[n] * c.q[draft[n]] < c.p[draft[n]]))
			break;
		n++;
	}
	return n;
}

/* Returns the first token from `first` on at which the running sum, `sum` before it,
 * exceeds `most`, else the last with a weight above 0.  In double precision: roundings
 * of equal weights have the same sign. */
static inline int32_t walk(const struct choice *c, int64_t first, double sum,
			   double most)
{
	int64_t last = 0;

	for (int64_t t = first; t < c->vocab; t++) {
		float w = weight_at(c, t);

		sum += (double)w;
		last = w > 0 ? t : last;
		if (w > 0 && sum > most)
			break;
	}
	return (int32_t)last;
}

static inline int32_t draw_scalar(const struct aisp_io *io, int64_t row, int64_t i)
{
	struct choice c = choice_of(io, row, i);
	double sum = 0;

	for (int64_t t = 0; t < c.vocab; t++)
		sum += (double)weight_at(&c, t);
	return walk(&c, 0, 0, (double)share_of(io, row) * sum);
}

#endif
