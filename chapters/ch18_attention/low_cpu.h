/* SPDX-License-Identifier: MIT
 *
 * low_cpu.h - rows of a cache of 8 or 4 bits a number, and how they become fp32, in
 * forms of which compilers make vectors.
 */
#ifndef LOW_CPU_H
#define LOW_CPU_H

#include <aisp/from_e4m3.h>

#include "decode_cpu.h"

/* Rows of keys or values of a page, and their scale. */
struct low {
	const uint8_t *row;
	float scale;
};

INLINE struct low low_of(const struct decode *d, int in, int64_t j)
{
	const int64_t *p = d->p;
	int64_t page = d->table[j / p[PAGE]] * p[HEADS] + d->head;

	return (struct low){
		(const uint8_t *)d->io->in[in].data +
			(page * p[PAGE] + j % p[PAGE]) * row_bytes(p),
		aisp_in_f32(d->io, IN_K_SCALE + in - IN_K)[page],
	};
}

INLINE void widen_int8(float *restrict to, const uint8_t *restrict x, int64_t n,
		       float scale)
{
	for (int64_t i = 0; i < n * HEAD_DIM; i++)
		to[i] = scale * (float)(int8_t)x[i];
}

INLINE void widen_e4m3(float *restrict to, const uint8_t *restrict x, int64_t n,
		       float scale)
{
	for (int64_t i = 0; i < n * HEAD_DIM; i++)
		to[i] = scale * aisp_from_e4m3(x[i]);
}

INLINE void widen_int4(float *restrict to, const uint8_t *restrict x, int64_t n,
		       float scale)
{
	for (int64_t i = 0; i < n; i++, to += HEAD_DIM, x += HALF)
		for (int c = 0; c < HALF; c++) {
			to[c] = scale * (float)((x[c] & 15) - 8);
			to[c + HALF] = scale * (float)((x[c] >> 4) - 8);
		}
}

INLINE void widen_low(float *restrict to, int64_t format, struct low x, int64_t n)
{
	if (format == INT8)
		widen_int8(to, x.row, n, x.scale);
	else if (format == E4M3)
		widen_e4m3(to, x.row, n, x.scale);
	else
		widen_int4(to, x.row, n, x.scale);
}

#define LINE  64 /* bytes */
#define AHEAD 16 /* rows, which lie in one page: those of the next step */

/* They come to the first cache meanwhile; no processor foresees where a page lies. */
INLINE void announce(struct low x, int64_t bytes)
{
	for (int64_t i = 0; i < bytes; i += LINE)
		__builtin_prefetch(x.row + i);
}

/* As widen_step(). */
INLINE void widen_low_step(const struct decode *d, int64_t j, int64_t n,
			   float *restrict k, float *restrict v)
{
	if (j + AHEAD < d->tokens) {
		announce(low_of(d, IN_K, j + AHEAD), AHEAD * row_bytes(d->p));
		announce(low_of(d, IN_V, j + AHEAD), AHEAD * row_bytes(d->p));
	}
	widen_low(k, d->p[FORMAT], low_of(d, IN_K, j), n);
	widen_low(v, d->p[FORMAT], low_of(d, IN_V, j), n);
}

#endif
