/* SPDX-License-Identifier: MIT
 *
 * muon_half.h - a symmetric product: tiles on and below the diagonal are computed, the
 * others copied.  Each of n_parts threads does one part, and waits for the others'
 * results.
 */
#include "muon_cpu.h"

#define SQUARE 24 /* rows and columns of what is copied at once */

struct part {
	struct muon u;
	int64_t first, end; /* rows: an equal part */
	int64_t half,
		half_end; /* rows: an equal part of what lies below the diagonal */
};

/* A multiple of the rows of tiles, but at the end. */
static inline int64_t row_of_half(int64_t m, int64_t part, int64_t n_parts)
{
	int64_t row = (int64_t)((double)m * sqrt((double)part / (double)n_parts));

	return part < n_parts ? row / SQUARE * SQUARE : m;
}

static inline void copy_upper(const struct part *p, float *c)
{
	int64_t m = p->u.m;

#pragma omp barrier
	for (int64_t i = p->half; i < p->half_end; i += SQUARE) {
		int64_t end = i + SQUARE < m ? i + SQUARE : m;

		for (int64_t r = i; r < end; r++)
			for (int64_t j = r + 1; j < end; j++)
				c[r * m + j] = c[j * m + r];
		turn(c + end * m + i, m, c + i * m + end, m, m - end, end - i);
	}
#pragma omp barrier
}

/* Computes a symmetric product below the diagonal, and some elements above it. */
static inline void multiply_lower(const struct part *p, struct product c)
{
	c.is_lower = 1;
	c.first = p->half;
	multiply(&c);
}

/* a = x x^T */
static inline void square_rows(const struct part *p, const float *x)
{
	const struct muon *u = &p->u;

	multiply_lower(
		p, rows_of(u, u->a, x, u->turned, u->m, u->n, p->half, p->half_end));
	copy_upper(p, u->a);
}

/* b = A + B a + C a a, so that its product with x is the whole next x. */
static inline void find_polynomial(const struct part *p)
{
	const struct muon *u = &p->u;
	int64_t m = u->m;

	multiply_lower(p, rows_of(u, u->b, u->a, u->a, m, m, p->half, p->half_end));
	for (int64_t i = p->half; i < p->half_end; i++) {
		for (int64_t j = 0; j <= i; j++)
			u->b[i * m + j] = (float)POLY_B * u->a[i * m + j] +
					  (float)POLY_C * u->b[i * m + j];
		u->b[i * m + i] += (float)POLY_A;
	}
	copy_upper(p, u->b);
}

static inline void step_part(const struct part *p, const float *x, float *y)
{
	struct product next =
		rows_of(&p->u, y, p->u.b, x, p->u.n, p->u.m, p->first, p->end);

	turn_rows(&p->u, x, p->first, p->end);
#pragma omp barrier
	square_rows(p, x);
	find_polynomial(p);
	multiply(&next);
#pragma omp barrier
}

static inline void muon_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t m = io->param[ROWS];
	struct part p = { .u = muon_of(io, part),
			  .first = m * part / n_parts,
			  .end = m * (part + 1) / n_parts,
			  .half = row_of_half(m, part, n_parts),
			  .half_end = row_of_half(m, part + 1, n_parts) };

	scale_rows(&p.u, p.u.x[io->param[STEPS] % 2], p.first, p.end);
#pragma omp barrier
	for (int64_t left = io->param[STEPS]; left > 0; left--)
		step_part(&p, p.u.x[left % 2], p.u.x[(left + 1) % 2]);
}
