/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_given.h - what the backward pass in bf16 is given: q, k, v and do
 * within bounds, and o and lse as a forward pass leaves them.
 *
 * Where all pairs would cost too much, one key stands for itself and the keys after it
 * up to the next sampled one: rows of weights then add up to about 1.  The backward
 * pass takes o and lse as they are.
 */
#ifndef ATTENTION_BWD_GIVEN_H
#define ATTENTION_BWD_GIVEN_H

#include <aisp/bf16_cpu.h>
#include <aisp/workload.h>
#include <stdlib.h>

enum { HEADS, SEQ, DIM, CAUSAL };
enum { Q, K, V, O, LSE, DO };
enum { DQ, DK, DV };

#define MOST      0x4000 /* 2 in bf16 */
#define MOST_DIM  128
#define LANES     16
#define MOST_WORK (INT64_C(1) << 29) /* multiply-adds for each of lse and o */

/* Where lse is an estimate, a weight is at most exp(20). */
#define MOST_LOG_WEIGHT 20.0f

/* Query i sees keys [0, attended()). */
static inline int64_t attended(const int64_t *p, int64_t i)
{
	return p[CAUSAL] ? i + 1 : p[SEQ];
}

/* Larger numbers would make a row's weights 1 and 0, its ds nothing but rounding. */
static inline void keep_within(const struct aisp_tensor *t)
{
	uint16_t *x = (uint16_t *)t->data;

	for (int64_t i = 0; i < aisp_elems(t); i++)
		x[i] = (x[i] & 0x7fff) > MOST ? (uint16_t)((x[i] & 0x8000) | MOST)
					      : x[i];
}

static inline float product_of(const float *a, const float *b, int64_t dim)
{
	float lane[LANES] = { 0 }, sum = 0;

	for (int64_t c = 0; c < dim; c += LANES)
		for (int l = 0; l < LANES; l++)
			lane[l] += a[c + l] * b[c + l];
	for (int l = 0; l < LANES; l++)
		sum += lane[l];
	return sum;
}

/* A head's sample: every step-th key and value, and the longest key. */
struct looked_at {
	int64_t dim, step, n;
	float *k, *v, *s; /* s: room for a row's scores */
	float longest;
};

static inline void widen(float *to, const struct aisp_tensor *t, int64_t at, int64_t n)
{
	for (int64_t c = 0; c < n; c++)
		to[c] = from_bf16(((const uint16_t *)t->data)[at + c]);
}

static inline void look_at(const struct aisp_io *io, int64_t head, struct looked_at *l)
{
	int64_t seq = io->param[SEQ];
	float key[MOST_DIM];

	l->longest = 0;
	for (int64_t j = 0; j < seq; j++) {
		widen(key, &io->in[K], (head * seq + j) * l->dim, l->dim);
		l->longest = fmaxf(l->longest, product_of(key, key, l->dim));
	}
	l->longest = sqrtf(l->longest);
	for (int64_t j = 0; j < l->n; j++) {
		int64_t at = (head * seq + j * l->step) * l->dim;

		widen(l->k + j * l->dim, &io->in[K], at, l->dim);
		widen(l->v + j * l->dim, &io->in[V], at, l->dim);
	}
}

/* Returns lse of a row that sees n keys; stores its weights in l->s. */
static inline float find_weights(const struct looked_at *l, const float *q, int64_t n)
{
	float scale = 1 / sqrtf((float)l->dim), max = -INFINITY, sum = 0, lse;
	int64_t n_looked = (n + l->step - 1) / l->step;

	for (int64_t j = 0; j < n_looked; j++) {
		l->s[j] = scale * product_of(q, l->k + j * l->dim, l->dim);
		max = fmaxf(max, l->s[j]);
	}
	for (int64_t j = 0; j < n_looked; j++) {
		int64_t left = n - j * l->step;

		l->s[j] =
			expf(l->s[j] - max) * (float)(left < l->step ? left : l->step);
		sum += l->s[j];
	}
	for (int64_t j = 0; j < n_looked; j++)
		l->s[j] /= sum;
	lse = max + logf(sum);
	if (l->step == 1)
		return lse;
	return fmaxf(lse, scale * sqrtf(product_of(q, q, l->dim)) * l->longest -
				  MOST_LOG_WEIGHT);
}

static inline void give_row(const struct aisp_io *io, const struct looked_at *l,
			    int64_t row)
{
	int64_t n = attended(io->param, row % io->param[SEQ]);
	float q[MOST_DIM], o[MOST_DIM] = { 0 };

	widen(q, &io->in[Q], row * l->dim, l->dim);
	((float *)io->in[LSE].data)[row] = find_weights(l, q, n);
	for (int64_t j = 0; j * l->step < n; j++)
		for (int64_t c = 0; c < l->dim; c++)
			o[c] += l->s[j] * l->v[j * l->dim + c];
	for (int64_t c = 0; c < l->dim; c++)
		((uint16_t *)io->in[O].data)[row * l->dim + c] = to_bf16(o[c]);
}

/* prepare() of the workload. */
static inline void give_forward(const struct aisp_io *io, uint64_t bits)
{
	int64_t heads = io->param[HEADS], seq = io->param[SEQ], dim = io->param[DIM];
	struct looked_at l = { dim, 1 + heads * seq * seq / (MOST_WORK / dim) };
	float *room;

	(void)bits;
	l.n = (seq + l.step - 1) / l.step;
	room = (float *)malloc((size_t)(l.n * (2 * dim + 1)) * sizeof(*room));
	keep_within(&io->in[Q]);
	keep_within(&io->in[K]);
	keep_within(&io->in[V]);
	keep_within(&io->in[DO]);
	l.k = room;
	l.v = room + l.n * dim;
	l.s = l.v + l.n * dim;
	for (int64_t h = 0; room && h < heads; h++) {
		look_at(io, h, &l);
		for (int64_t i = 0; i < seq; i++)
			give_row(io, &l, h * seq + i);
	}
	free(room);
}

#endif
