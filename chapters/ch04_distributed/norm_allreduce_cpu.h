/* SPDX-License-Identifier: MIT
 *
 * norm_allreduce_cpu.h - the parts of a row's work, by vectors.
 */
#ifndef NORM_ALLREDUCE_CPU_H
#define NORM_ALLREDUCE_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* sum = or += x. */
AISP_CLONES static void take_row(float *restrict sum, const uint16_t *restrict x,
				 int is_first, int64_t n)
{
#pragma omp simd
	for (int64_t j = 0; j < n; j++)
		sum[j] = (is_first ? 0 : sum[j]) + from_bf16(x[j]);
}

/* r = sum + residual; the sum of r^2. */
AISP_CLONES static float end_row(uint16_t *restrict r, const float *restrict sum,
				 const uint16_t *restrict residual, int64_t n)
{
	float squares = 0;

#pragma omp simd reduction(+ : squares)
	for (int64_t j = 0; j < n; j++) {
		float v = sum[j] + from_bf16(residual[j]);

		r[j] = to_bf16(v);
		squares += v * v;
	}
	return squares;
}

AISP_CLONES static void norm_row(uint16_t *restrict y, const uint16_t *restrict r,
				 const uint16_t *restrict gain, float squares,
				 int64_t n)
{
	float scale = 1 / sqrtf(squares / (float)n + RMS_EPS);

#pragma omp simd
	for (int64_t j = 0; j < n; j++)
		y[j] = to_bf16(from_bf16(r[j]) * scale * from_bf16(gain[j]));
}

static inline const uint16_t *row_of(const struct aisp_tensor *t, int64_t row)
{
	return (const uint16_t *)t->data + row * t->shape[t->rank - 1];
}

/* Row of rank k's window. */
static inline uint16_t *shown_row(const struct aisp_io *io, int k, int64_t row)
{
	return (uint16_t *)io->ranks->window[k] + row * io->param[COLS];
}

/* Adds up in the order of ranks, so that sums have the same bits at all ranks. */
static inline void sum_row(const struct aisp_io *io, int64_t row, float *sum)
{
	for (int k = 0; k < io->ranks->n; k++)
		take_row(sum,
			 k == io->ranks->rank ? row_of(&io->in[X], row)
					      : shown_row(io, k, row),
			 k == 0, io->param[COLS]);
}

#endif
