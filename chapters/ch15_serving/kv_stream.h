/* SPDX-License-Identifier: MIT
 *
 * kv_stream.h - heads are made in the first cache and go past the caches from there: an
 * ordinary store to a line outside them first reads it, only to overwrite all of it.
 */
#include "kv_fused.h"

#include "stream_row.h"

/* n heads, one behind the other at x and `stride` rows apart at `to`, which begins a
 * line. */
static inline void stream_heads(uint16_t *to, int64_t stride, const uint16_t *x,
				int64_t n)
{
	for (int64_t h = 0; h < n; h++, x += HEAD_DIM, to += stride * HEAD_DIM) {
#ifdef __SSE2__
		for (int i = 0; i < HEAD_DIM; i += 8)
			_mm_stream_si128((__m128i *)(to + i),
					 *(const __m128i *)(x + i));
#else
		__builtin_memcpy(to, x, HEAD_DIM * sizeof(*x));
#endif
	}
}

/* Like append_token(); `made` has room for HEADS heads, aligned to a line. */
static inline void stream_token(const struct append *a, int64_t t, uint16_t *made)
{
	int64_t heads = a->p[HEADS], group = a->p[GROUP], page = a->p[PAGE];
	int64_t at = row_of(a->p, a->slot[t], 0) * HEAD_DIM, x = t * heads * HEAD_DIM;
	const float *angle = angles_of(a, t);

	for (int64_t g = 0; g < group; g++) {
		int64_t of = x * group + g * heads * HEAD_DIM;

		put_rotated(made, 1, a->q + of, heads, angle);
		stream_heads(a->q16 + of, 1, made, heads);
	}
	put_rotated(made, 1, a->k + x, heads, angle);
	stream_heads(a->pages_k + at, page, made, heads);
	put_rounded(made, 1, a->v + x, heads);
	stream_heads(a->pages_v + at, page, made, heads);
}

/* Part `part` of n_parts equal ones of the tokens. */
static inline void stream_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct append a = append_of(io);
	int64_t n = a.p[TOKENS];
	uint16_t *made = (uint16_t *)io->workspace + part * a.p[HEADS] * HEAD_DIM;

	for (int64_t t = n * part / n_parts; t < n * (part + 1) / n_parts; t++)
		stream_token(&a, t, made);
	stream_end();
}
