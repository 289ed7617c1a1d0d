/* SPDX-License-Identifier: MIT
 *
 * norm_add_quant_cpu.h - the parts of a row's work, by vectors.
 */
#ifndef NORM_ADD_QUANT_CPU_H
#define NORM_ADD_QUANT_CPU_H

#include <aisp/clones.h>
#include <aisp/variant.h>

union word {
	float f;
	uint32_t bits;
};

/*
 * The number of steps that x is away from the power of two below it, which a sum with a
 * number 2^20 times as large leaves in its last bits.  Below 2^-6 steps grow no
 * shorter.
 */
static inline uint8_t to_e4m3(float x)
{
	const union word least = { 0x1p-6f }, most = { E4M3_MAX };
	union word a = { x }, power, sum;
	uint32_t sign = a.bits >> 24 & 0x80;

	a.bits &= 0x7fffffff;
	a.bits = a.bits < most.bits ? a.bits : most.bits;
	power.bits = a.bits & 0x7f800000;
	power.bits = power.bits > least.bits ? power.bits : least.bits;
	sum.bits = power.bits + (20u << 23);
	sum.f += a.f;
	return (uint8_t)(sign | (sum.bits - power.bits + (power.bits >> 20) -
				 (20u << 23) - (least.bits >> 20)));
}

/* Rounds to bf16 and back: the lower half is 0. */
static inline float rounded(float x)
{
	union word y = { x };

	y.bits = (y.bits + 0x7fff + (y.bits >> 16 & 1)) & 0xffff0000;
	return y.f;
}

/* r = x + residual; the sum of r^2. */
AISP_CLONES static float add_row(uint16_t *restrict r, const uint16_t *restrict x,
				 const uint16_t *restrict residual, int64_t n)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int64_t j = 0; j < n; j++) {
		union word v = { rounded(from_bf16(x[j]) + from_bf16(residual[j])) };

		r[j] = (uint16_t)(v.bits >> 16);
		sum += v.f * v.f;
	}
	return sum;
}

/* y = r g times `by`; the largest |y|, whose bits are in the order of their numbers. */
AISP_CLONES static float norm_row(float *restrict y, const uint16_t *restrict r,
				  const uint16_t *restrict gain, float by, int64_t n)
{
	union word most = { 0 };
	int32_t max = 0;

	for (int64_t j = 0; j < n; j++) {
		union word v = { rounded(from_bf16(r[j]) * by * from_bf16(gain[j])) };
		int32_t a = (int32_t)(v.bits & 0x7fffffff);

		y[j] = v.f;
		max = a > max ? a : max;
	}
	most.bits = (uint32_t)max;
	return most.f;
}

AISP_CLONES static void quantise_row(uint8_t *restrict q, const float *restrict y,
				     float inverse, int64_t n)
{
	for (int64_t j = 0; j < n; j++)
		q[j] = to_e4m3(y[j] * inverse);
}

static inline float inverse_rms(float sum, int64_t cols)
{
	return 1 / sqrtf(sum / (float)cols + RMS_EPS);
}

/* Where the parts of row i lie. */
struct place {
	int64_t at, cols;
	const uint16_t *x, *residual, *gain;
	uint16_t *r;
	float *scale;
	uint8_t *q;
};

static inline struct place place_of(const struct aisp_io *io, int64_t i)
{
	int64_t cols = io->param[COLS], at = i * cols;

	return (struct place){ .at = at,
			       .cols = cols,
			       .x = (const uint16_t *)io->in[X].data + at,
			       .residual = (const uint16_t *)io->in[RESIDUAL].data + at,
			       .gain = (const uint16_t *)io->in[GAIN].data,
			       .r = (uint16_t *)io->out[R].data + at,
			       .scale = aisp_out_f32(io, SCALE) + i,
			       .q = (uint8_t *)io->out[Q].data + at };
}

/* The row at p, by way of y, which has room for one. */
static inline void fused_row(const struct place *p, float *y)
{
	float sum = add_row(p->r, p->x, p->residual, p->cols);

	*p->scale = scale_of(
		norm_row(y, p->r, p->gain, inverse_rms(sum, p->cols), p->cols));
	quantise_row(p->q, y, 1 / *p->scale, p->cols);
}

/* Part `part` of n_parts equal ones of the rows; a row of y is this part's alone. */
static inline void fused_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t rows = io->param[ROWS], first = rows * part / n_parts;

	for (int64_t i = first; i < rows * (part + 1) / n_parts; i++) {
		struct place p = place_of(io, i);

		fused_row(&p, (float *)io->workspace + part * p.cols);
	}
}

#endif
