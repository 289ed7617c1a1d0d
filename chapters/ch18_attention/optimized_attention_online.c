/* SPDX-License-Identifier: MIT
 *
 * One pass: tiles of scores live in the cache only, as each new one corrects the sums
 * of those before by the ratio of the old and the new maximum.  Online softmax:
 * M. Milakov and N. Gimelshein, arXiv:1805.02867; as attention, T. Dao et al.,
 * FlashAttention, NeurIPS 2022.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_attention.h"

#define QUERIES 16
#define KEYS    64

struct tile {
	float s[KEYS]; /* of one query */
	float max[QUERIES], sum[QUERIES];
};

static int64_t min(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static void find_scores(const int64_t *p, const float *q, const float *k, int64_t n,
			float *s)
{
	float scale = attention_scale(p);

	for (int64_t j = 0; j < n; j++) {
		float sum = 0;

#pragma omp simd reduction(+ : sum)
		for (int64_t c = 0; c < p[DIM]; c++)
			sum += q[c] * k[j * p[DIM] + c];
		s[j] = sum * scale;
	}
}

/* Scores become weights; what the sums so far are to be multiplied by. */
static float find_weights(float *s, int64_t n, float *max, float *sum)
{
	float old = *max, correction;

	for (int64_t j = 0; j < n; j++)
		*max = s[j] > *max ? s[j] : *max;
	correction = expf(old - *max);
	*sum *= correction;
	for (int64_t j = 0; j < n; j++) {
		s[j] = expf(s[j] - *max);
		*sum += s[j];
	}
	return correction;
}

static void add_values(const float *s, const float *v, int64_t n, int64_t dim,
		       float correction, float *restrict o)
{
	for (int64_t c = 0; c < dim; c++)
		o[c] *= correction;
	for (int64_t j = 0; j < n; j++)
		for (int64_t c = 0; c < dim; c++)
			o[c] += s[j] * v[j * dim + c];
}

/* Queries [i, i + n) of a head, against one tile of keys after the other. */
static void attend(const int64_t *p, const float *q, const float *k, const float *v,
		   int64_t i, int64_t n, float *o)
{
	int64_t dim = p[DIM], last = attended(p, i + n - 1);
	struct tile t;

	for (int64_t r = 0; r < n; r++) {
		t.max[r] = -INFINITY;
		t.sum[r] = 0;
		for (int64_t c = 0; c < dim; c++)
			o[(i + r) * dim + c] = 0;
	}
	for (int64_t j = 0; j < last; j += KEYS)
		for (int64_t r = 0; r < n; r++) {
			int64_t n_keys = min(KEYS, attended(p, i + r) - j);
			float correction;

			if (n_keys <= 0)
				continue;
			find_scores(p, q + (i + r) * dim, k + j * dim, n_keys, t.s);
			correction = find_weights(t.s, n_keys, &t.max[r], &t.sum[r]);
			add_values(t.s, v + j * dim, n_keys, dim, correction,
				   o + (i + r) * dim);
		}
	for (int64_t r = 0; r < n; r++)
		for (int64_t c = 0; c < dim; c++)
			o[(i + r) * dim + c] /= t.sum[r];
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t h = 0; h < p[HEADS]; h++) {
		int64_t head = h * p[SEQ] * p[DIM];

		for (int64_t i = 0; i < p[SEQ]; i += QUERIES)
			attend(p, aisp_in_f32(io, 0) + head, aisp_in_f32(io, 1) + head,
			       aisp_in_f32(io, 2) + head, i, min(QUERIES, p[SEQ] - i),
			       aisp_out_f32(io, 0) + head);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "one pass with online softmax; scores stay in the cache",
	.run = run,
};
