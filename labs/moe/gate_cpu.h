/* SPDX-License-Identifier: MIT
 *
 * gate_cpu.h - scores of this part of all tokens.
 */
#ifndef GATE_CPU_H
#define GATE_CPU_H

#include "../../chapters/ch15_serving/experts_plain.h"

static inline void gate_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	int64_t n = io->param[TOKENS], experts = io->param[EXPERTS];
	int64_t width = io->param[WIDTH];
	const uint16_t *x = io->in[X].data, *gate = io->in[GATE].data;
	uint16_t *scores = io->out[SCORES].data;

	for (int64_t t = n * part / n_parts; t < n * (part + 1) / n_parts; t++)
		for (int64_t e = 0; e < experts; e++)
			scores[t * experts + e] = to_bf16(
				dot_rows(gate + e * width, x + t * width, width));
}

/* y when the sums are there. */
static inline void round_sums(const struct experts *m, uint16_t *y)
{
	for (int64_t i = 0; i < m->p[TOKENS] * m->p[WIDTH]; i++)
		y[i] = to_bf16(m->sum[i]);
}

/* The call of a variant that goes from row to row; row_at() gives the order. */
static inline void run_rows_by(const struct aisp_io *io,
			       int32_t row_at(const struct experts *m, int64_t i))
{
	struct experts m = experts_of(io);
	const int32_t *ids = io->out[IDS].data;
	int64_t n = m.p[TOKENS] * m.p[K], width = m.p[WIDTH];

	gate_part(io, 0, 1);
	route_all(io, &m);
	memset(m.sum, 0, sizeof(*m.sum) * (size_t)(m.p[TOKENS] * width));
	for (int64_t i = 0; i < n; i++) {
		int32_t row = row_at(&m, i);
		int64_t t = row / m.p[K];

		meet(&m, ids[row], m.x + t * width, (uint16_t *)m.scratch,
		     m.weight[row], m.sum + t * width);
	}
	round_sums(&m, io->out[Y].data);
}

#endif
