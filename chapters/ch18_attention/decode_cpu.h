/* SPDX-License-Identifier: MIT
 *
 * decode_cpu.h - one token's attention on a CPU: where rows lie.
 */
#ifndef DECODE_CPU_H
#define DECODE_CPU_H

#include "decode_rows.h"

/* A sequence and a head of its keys, which `group` queries share. */
struct decode {
	const int64_t *p;
	const uint16_t *q, *k, *v;
	uint16_t *o;
	const int32_t *table;
	int64_t head, tokens;
	const struct aisp_io *io;
};

static inline struct decode decode_of(const struct aisp_io *io, int64_t sequence,
				      int64_t head)
{
	const int64_t *p = io->param;
	int64_t first = (sequence * p[HEADS] + head) * p[GROUP] * HEAD_DIM;

	return (struct decode){
		p,
		(const uint16_t *)io->in[IN_Q].data + first,
		io->in[IN_K].data,
		io->in[IN_V].data,
		(uint16_t *)io->out[0].data + first,
		(const int32_t *)io->in[IN_TABLE].data + sequence * pages_of(p),
		head,
		((const int32_t *)io->in[IN_LENGTH].data)[sequence],
		io,
	};
}

/* Element where a page's rows of the head begin. */
static inline int64_t page_at(const struct decode *d, int64_t page)
{
	return ((int64_t)d->table[page] * d->p[HEADS] + d->head) * d->p[PAGE] *
	       HEAD_DIM;
}

/* Widens n rows of keys and values from key j on, which lie in one page. */
INLINE void widen_step(const struct decode *d, int64_t j, int64_t n, float *restrict k,
		       float *restrict v)
{
	int64_t at = page_at(d, j / d->p[PAGE]) + j % d->p[PAGE] * HEAD_DIM;

	widen_rows(k, d->k + at, n, 1);
	widen_rows(v, d->v + at, n, 1);
}

#endif
