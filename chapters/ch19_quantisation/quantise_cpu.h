/* SPDX-License-Identifier: MIT
 *
 * quantise_cpu.h - scales and codes of a row, and products of the inputs' columns.
 */
#ifndef QUANTISE_CPU_H
#define QUANTISE_CPU_H

#include <aisp/clones.h>
#include <math.h>

/* A call; in the workspace: how columns go together, and room for two more such. */
struct quantise {
	const int64_t *p;
	const float *w, *x;
	float *column, *scale, *w4;
	uint8_t *code;
	int64_t cols;
	double *gram, *room;
};

static inline struct quantise quantise_of(const struct aisp_io *io)
{
	int64_t cols = cols_of(io->param);
	double *room = (double *)io->workspace;

	return (struct quantise){ io->param,
				  aisp_in_f32(io, W),
				  aisp_in_f32(io, X),
				  aisp_out_f32(io, COLUMN),
				  aisp_out_f32(io, SCALE),
				  aisp_out_f32(io, W4),
				  (uint8_t *)io->out[CODE].data,
				  cols,
				  room,
				  room + cols * cols };
}

/* Sums of products of columns over all inputs, of pairs a <= b, and the mirror. */
AISP_CLONES static inline void find_gram(double *restrict gram, const float *restrict x,
					 int64_t n, int64_t cols)
{
	for (int64_t i = 0; i < cols * cols; i++)
		gram[i] = 0;
	for (int64_t s = 0; s < n; s++)
		for (int64_t a = 0; a < cols; a++) {
			double y = (double)x[s * cols + a];

			for (int64_t b = 0; b < cols; b++)
				gram[a * cols + b] += y * (double)x[s * cols + b];
		}
}

/* The largest of the group, by its factors, becomes 7. */
static inline float scale_of(const struct quantise *m, int64_t row, int64_t group)
{
	const float *w = m->w + row * m->cols;
	float most = 0;

	for (int64_t c = group * GROUP; c < (group + 1) * GROUP; c++)
		most = fmaxf(most, fabsf(w[c] * m->column[c]));
	return most < 0x1p-100f ? 1 : most / 7;
}

static inline void find_scales(const struct quantise *m, int64_t row)
{
	for (int64_t g = 0; g < m->p[GROUPS]; g++)
		m->scale[row * m->p[GROUPS] + g] = scale_of(m, row, g);
}

/* The code of column c for a weight of `wanted`, which may be off its own. */
static inline float put_code(const struct quantise *m, int64_t row, int64_t c,
			     double wanted)
{
	int64_t at = row * m->cols + c;
	double step = (double)m->scale[at / GROUP] / (double)m->column[c];
	double own = fmin(fmax((double)m->w[at] / step, -8), 7);
	double code = fmin(fmax(wanted / step, own - 2), own + 2);

	code = fmin(fmax(rint(code), -8), 7);
	m->code[at] = (uint8_t)(code + 8);
	m->w4[at] = m->scale[at / GROUP] * (float)code / m->column[c];
	return m->w4[at];
}

static inline void put_nearest(const struct quantise *m)
{
	for (int64_t r = 0; r < m->p[ROWS]; r++) {
		find_scales(m, r);
		for (int64_t c = 0; c < m->cols; c++)
			put_code(m, r, c, (double)m->w[r * m->cols + c]);
	}
}

#endif
