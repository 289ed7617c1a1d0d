/* SPDX-License-Identifier: MIT
 *
 * stream_row.h - rows that are overwritten as a whole go past the caches, so that their
 * lines are not read before.
 */
#ifndef STREAM_ROW_H
#define STREAM_ROW_H

#include <stdint.h>
#include <string.h>

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

/* Orders these stores before a later release store, which alone would not. */
static inline void stream_end(void)
{
#ifdef __SSE2__
	_mm_sfence();
#endif
}

#endif
