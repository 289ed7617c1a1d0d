/* SPDX-License-Identifier: MIT
 *
 * norm_add_cpu.h - the parts of a row's work, by vectors.
 */
#ifndef NORM_ADD_CPU_H
#define NORM_ADD_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>
#include <aisp/variant.h>

/* r = x + residual; the sum of r^2. */
AISP_CLONES static float add_row(uint16_t *restrict r, const uint16_t *restrict x,
				 const uint16_t *restrict residual, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++) {
		float v = from_bf16(x[j]) + from_bf16(residual[j]);

		r[j] = to_bf16(v);
		sum += v * v;
	}
	return sum;
}

AISP_CLONES static void scale_row(uint16_t *restrict y, const uint16_t *restrict r,
				  const uint16_t *restrict gain, float scale, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		y[j] = to_bf16(from_bf16(r[j]) * scale * from_bf16(gain[j]));
}

static inline float scale_of(float sum, int64_t cols)
{
	return 1 / sqrtf(sum / (float)cols + RMS_EPS);
}

/* Part `part` of n_parts equal ones of the rows: y is made while r is in a cache. */
static inline void norm_add_part(const struct aisp_io *io, int64_t part,
				 int64_t n_parts)
{
	int64_t rows = io->param[ROWS], cols = io->param[COLS];
	const uint16_t *x = (const uint16_t *)io->in[X].data;
	const uint16_t *residual = (const uint16_t *)io->in[RESIDUAL].data;
	uint16_t *r = (uint16_t *)io->out[R].data, *y = (uint16_t *)io->out[Y].data;

	for (int64_t i = rows * part / n_parts; i < rows * (part + 1) / n_parts; i++) {
		int64_t at = i * cols;
		float sum = add_row(r + at, x + at, residual + at, cols);

		scale_row(y + at, r + at, (const uint16_t *)io->in[GAIN].data,
			  scale_of(sum, cols), cols);
	}
}

#endif
