/* SPDX-License-Identifier: MIT
 *
 * permute_cpu.h - the tensors, and the order by counting.
 */
#ifndef PERMUTE_CPU_H
#define PERMUTE_CPU_H

#include <aisp/variant.h>
#include <string.h>

struct permute {
	const int64_t *p;
	const int32_t *ids;
	const uint16_t *x;
	int64_t *start;
	int32_t *row, *back;
	uint16_t *y;
};

static inline struct permute permute_of(const struct aisp_io *io)
{
	return (struct permute){
		io->param,
		ids_of(io),
		(const uint16_t *)io->in[X].data,
		(int64_t *)io->out[START].data,
		(int32_t *)io->out[ROW].data,
		(int32_t *)io->out[BACK].data,
		(uint16_t *)io->out[Y].data,
	};
}

/* start, row and back: counts become starts, and each row takes its expert's next
 * place. */
static inline void order_rows(const struct permute *m)
{
	int64_t next[MOST_EXPERTS], k = m->p[K], n = m->p[TOKENS] * k;

	memset(m->start, 0, sizeof(*m->start) * (size_t)(m->p[EXPERTS] + 1));
	for (int64_t i = 0; i < n; i++)
		m->start[m->ids[i] + 1]++;
	for (int64_t e = 0; e < m->p[EXPERTS]; e++) {
		next[e] = m->start[e];
		m->start[e + 1] += m->start[e];
	}
	for (int64_t i = 0; i < n; i++) {
		int64_t j = next[m->ids[i]]++;

		m->row[j] = (int32_t)(i / k);
		m->back[i] = (int32_t)j;
	}
}

#endif
