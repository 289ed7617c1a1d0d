/* SPDX-License-Identifier: MIT
 *
 * permute_stream.h - a token's row is read once and goes to all its places, past the
 * caches: rows that are overwritten as a whole need not be read before.
 */
#include "permute_cpu.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static inline void stream_row(uint16_t *to, const uint16_t *x, int64_t n)
{
	int64_t c = 0;

#ifdef __SSE2__
	for (; (uintptr_t)to % 16 == 0 && c + 8 <= n; c += 8)
		_mm_stream_si128((__m128i *)(to + c),
				 _mm_loadu_si128((const __m128i *)(x + c)));
#endif
	memcpy(to + c, x + c, sizeof(*x) * (size_t)(n - c));
}

/* The tokens of part `part` of n_parts. */
static inline void copy_part(const struct aisp_io *io, int64_t part, int64_t n_parts)
{
	struct permute m = permute_of(io);
	int64_t n = m.p[TOKENS], k = m.p[K], width = m.p[WIDTH];

	for (int64_t t = n * part / n_parts; t < n * (part + 1) / n_parts; t++)
		for (int64_t i = 0; i < k; i++)
			stream_row(m.y + m.back[t * k + i] * width, m.x + t * width,
				   width);
#ifdef __SSE2__
	_mm_sfence(); /* such stores obey no later release store without it */
#endif
}
