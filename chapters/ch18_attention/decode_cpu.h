/* SPDX-License-Identifier: MIT
 *
 * decode_cpu.h - one token's attention on a CPU: where rows lie, and steps on one row.
 */
#ifndef DECODE_CPU_H
#define DECODE_CPU_H

#include <aisp/bf16_cpu.h>
#include <aisp/clones.h>

/* 1/sqrt(HEAD_DIM) log2(e): scores as powers of two. */
#define DECODE_SCALE (0x1.715476p+0f / sqrtf(HEAD_DIM))

/* Into the clones, which have better instructions. */
#define INLINE static inline __attribute__((always_inline))

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

/* n rows, times a factor. */
INLINE void widen_rows(float *restrict to, const uint16_t *restrict from, int64_t n,
		       float factor)
{
	for (int64_t i = 0; i < n * HEAD_DIM; i++)
		to[i] = factor * from_bf16(from[i]);
}

INLINE float dot_row(const float *restrict q, const float *restrict k)
{
	float sum = 0;

#pragma omp simd reduction(+ : sum)
	for (int c = 0; c < HEAD_DIM; c++)
		sum += q[c] * k[c];
	return sum;
}

/* sum += w v */
INLINE void add_row(float *restrict sum, float w, const float *restrict v)
{
	for (int c = 0; c < HEAD_DIM; c++)
		sum[c] += w * v[c];
}

INLINE void finish_row(uint16_t *restrict o, const float *restrict sum, float total)
{
	for (int c = 0; c < HEAD_DIM; c++)
		o[c] = to_bf16(sum[c] / total);
}

/* n rows of keys and values, from key j on, which lie in one page. */
INLINE void widen_step(const struct decode *d, int64_t j, int64_t n, float *restrict k,
		       float *restrict v)
{
	int64_t at = page_at(d, j / d->p[PAGE]) + j % d->p[PAGE] * HEAD_DIM;

	widen_rows(k, d->k + at, n, 1);
	widen_rows(v, d->v + at, n, 1);
}

#endif
