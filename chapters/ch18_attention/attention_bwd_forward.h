/* SPDX-License-Identifier: MIT
 *
 * attention_bwd_forward.h - what the forward pass leaves to the backward pass: the
 * output o, and for each row the logarithm lse of the sum of its weights.
 */
#ifndef ATTENTION_BWD_FORWARD_H
#define ATTENTION_BWD_FORWARD_H

#include <aisp/clones.h>
#include <aisp/variant.h>
#include <math.h>

enum { HEADS, SEQ, DIM, CAUSAL, THREADS };
enum { Q, K, V, O, LSE, DO };
enum { DQ, DK, DV };

#define MAX_DIM 128
/* Query i sees keys [0, attended()). */
static inline int64_t attended(const int64_t *p, int64_t i)
{
	return p[CAUSAL] ? i + 1 : p[SEQ];
}

static inline float attention_scale(const int64_t *p)
{
	return 1 / sqrtf((float)p[DIM]);
}

/* Scores of one query with keys that are stored transposed. */
AISP_CLONES __attribute__((optimize("O3"))) static void
forward_scores(const float *q, const float *by_number, int64_t seq, int64_t dim,
	       float *s)
{
	for (int64_t j = 0; j < seq; j++)
		s[j] = 0;
	for (int64_t c = 0; c < dim; c++)
		for (int64_t j = 0; j < seq; j++)
			s[j] += q[c] * by_number[c * seq + j];
}

AISP_CLONES __attribute__((optimize("O3"))) static void
forward_values(const float *w, const float *v, int64_t n, int64_t dim, float *o)
{
	for (int64_t c = 0; c < dim; c++)
		o[c] = 0;
	for (int64_t j = 0; j < n; j++)
		for (int64_t c = 0; c < dim; c++)
			o[c] += w[j] * v[j * dim + c];
}

/* Turns scores into weights that add up to 1.  Returns the logarithm of their sum
 * before that. */
static inline float forward_weights(float *s, int64_t n, float scale)
{
	float max = s[0];
	double sum = 0;

	for (int64_t j = 1; j < n; j++)
		max = fmaxf(max, s[j]);
	for (int64_t j = 0; j < n; j++) {
		s[j] = expf((s[j] - max) * scale);
		sum += (double)s[j];
	}
	for (int64_t j = 0; j < n; j++)
		s[j] = (float)((double)s[j] / sum);
	return (float)((double)(max * scale) + log(fmax(sum, 1)));
}

/* What the forward pass left of one head; room for seq (dim + 1) numbers. */
static inline void forward_head(const struct aisp_io *io, int64_t head, float *room)
{
	const int64_t *p = io->param;
	int64_t seq = p[SEQ], dim = p[DIM], at = head * seq * dim;
	const float *k = aisp_in_f32(io, K) + at;
	float *s = room + seq * dim;

	for (int64_t j = 0; j < seq; j++)
		for (int64_t c = 0; c < dim; c++)
			room[c * seq + j] = k[j * dim + c];
	for (int64_t i = 0; i < seq; i++) {
		int64_t n = attended(p, i);

		forward_scores(aisp_in_f32(io, Q) + at + i * dim, room, seq, dim, s);
		((float *)io->in[LSE].data)[head * seq + i] =
			forward_weights(s, n, attention_scale(p));
		forward_values(s, aisp_in_f32(io, V) + at, n, dim,
			       (float *)io->in[O].data + at + i * dim);
	}
}

#endif
