/* SPDX-License-Identifier: MIT
 *
 * One query after the other: all its scores, their softmax, the weighted sum of values.
 * The queries of a group read the same keys and values, each for itself.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_decode.h"

#include "decode_cpu.h"

INLINE float find_scores(const struct decode *d, const float *q, float *s)
{
	float k[HEAD_DIM], max = -INFINITY;

	for (int64_t j = 0; j < d->tokens; j++) {
		int64_t row = j % d->p[PAGE] * HEAD_DIM;

		widen_rows(k, d->k + page_at(d, j / d->p[PAGE]) + row, 1, 1);
		s[j] = dot_row(q, k);
		max = s[j] > max ? s[j] : max;
	}
	return max;
}

INLINE float find_weights(float *s, int64_t n, float max)
{
	float total = 0;

	for (int64_t j = 0; j < n; j++) {
		s[j] = exp2f(s[j] - max);
		total += s[j];
	}
	return total;
}

AISP_CLONES static void attend(const struct decode *d, int64_t query, float *s)
{
	float q[HEAD_DIM], v[HEAD_DIM], sum[HEAD_DIM] = { 0 }, total;

	widen_rows(q, d->q + query * HEAD_DIM, 1, DECODE_SCALE);
	total = find_weights(s, d->tokens, find_scores(d, q, s));
	for (int64_t j = 0; j < d->tokens; j++) {
		int64_t row = j % d->p[PAGE] * HEAD_DIM;

		widen_rows(v, d->v + page_at(d, j / d->p[PAGE]) + row, 1, 1);
		add_row(sum, s[j], v);
	}
	finish_row(d->o + query * HEAD_DIM, sum, total);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t i = 0; i < p[BATCH] * p[HEADS]; i++) {
		struct decode d = decode_of(io, i / p[HEADS], i % p[HEADS]);

		for (int64_t g = 0; g < p[GROUP]; g++)
			attend(&d, g, io->workspace);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "scores, softmax and values for each query",
	.run = run,
};
