/* SPDX-License-Identifier: MIT
 *
 * Three passes over a head: all scores, softmax of their rows, weighted sums of the
 * values.  The scores are a matrix of seq x seq that is written once and read twice.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_attention.h"

static void find_scores(const int64_t *p, const float *q, const float *k, float *s)
{
	float scale = attention_scale(p);
	int64_t dim = p[DIM], seq = p[SEQ];

	for (int64_t i = 0; i < seq; i++)
		for (int64_t j = 0; j < attended(p, i); j++) {
			float sum = 0;

#pragma omp simd reduction(+ : sum)
			for (int64_t c = 0; c < dim; c++)
				sum += q[i * dim + c] * k[j * dim + c];
			s[i * seq + j] = sum * scale;
		}
}

static void find_weights(const int64_t *p, float *s)
{
	for (int64_t i = 0; i < p[SEQ]; i++) {
		float *row = s + i * p[SEQ], max = row[0], sum = 0;
		int64_t n = attended(p, i);

		for (int64_t j = 1; j < n; j++)
			max = row[j] > max ? row[j] : max;
		for (int64_t j = 0; j < n; j++) {
			row[j] = expf(row[j] - max);
			sum += row[j];
		}
		for (int64_t j = 0; j < n; j++)
			row[j] /= sum;
	}
}

static void sum_values(const int64_t *p, const float *s, const float *v,
		       float *restrict o)
{
	int64_t dim = p[DIM];

	for (int64_t i = 0; i < p[SEQ]; i++, o += dim) {
		for (int64_t c = 0; c < dim; c++)
			o[c] = 0;
		for (int64_t j = 0; j < attended(p, i); j++)
			for (int64_t c = 0; c < dim; c++)
				o[c] += s[i * p[SEQ] + j] * v[j * dim + c];
	}
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	float *s = io->workspace;

	(void)state;
	for (int64_t h = 0; h < p[HEADS]; h++) {
		int64_t head = h * p[SEQ] * p[DIM];

		find_scores(p, aisp_in_f32(io, 0) + head, aisp_in_f32(io, 1) + head, s);
		find_weights(p, s);
		sum_values(p, s, aisp_in_f32(io, 2) + head, aisp_out_f32(io, 0) + head);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_NAIVE,
	.summary = "three passes; all scores in memory",
	.run = run,
};
