/* SPDX-License-Identifier: MIT
 *
 * One head after the other: all its scores, their softmax, the weighted sum of rows.
 * Each head reads and widens all rows twice.
 * FLAGS: -O3 -fopenmp-simd
 */
#include "workload_mla.h"

#include "mla_cpu.h"

INLINE float dot(const float *restrict q, const float *restrict row)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int c = 0; c < ROW_DIM; c++)
		sum += q[c] * row[c];
	return sum;
}

/* Turns scores into weights; returns their sum. */
INLINE float find_weights(const struct latent *l, const float *q, float *s)
{
	float row[ROW_DIM], max = -INFINITY, total = 0;

	for (int64_t j = 0; j < l->tokens; j++) {
		widen(row, row_at(l, j), ROW_DIM, 1);
		s[j] = dot(q, row);
		max = s[j] > max ? s[j] : max;
	}
	for (int64_t j = 0; j < l->tokens; j++) {
		s[j] = exp2f(s[j] - max);
		total += s[j];
	}
	return total;
}

AISP_CLONES static void attend_head(const struct latent *l, int64_t head, float *s)
{
	float q[ROW_DIM], row[LATENT], sum[LATENT] = { 0 }, total;

	widen(q, l->q + head * ROW_DIM, ROW_DIM, MLA_SCALE);
	total = find_weights(l, q, s);
	for (int64_t j = 0; j < l->tokens; j++) {
		widen(row, row_at(l, j), LATENT, 1);
		for (int c = 0; c < LATENT; c++)
			sum[c] += s[j] * row[c];
	}
	finish(l->o + head * LATENT, sum, total);
}

static int run(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;

	(void)state;
	for (int64_t i = 0; i < p[BATCH] * p[HEADS]; i++) {
		struct latent l = latent_of(io, i / p[HEADS]);

		attend_head(&l, i % p[HEADS], io->workspace);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_COMMON,
	.summary = "scores, softmax and sums for each head",
	.run = run,
};
