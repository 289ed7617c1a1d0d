/* SPDX-License-Identifier: MIT
 *
 * stream_store.h - bytes that a CPU writes past its caches: an ordinary store to a line
 * outside them first reads it, only to overwrite it.  Where the compiler has no such
 * store it is an ordinary one.
 */
#ifndef AISP_STREAM_STORE_H
#define AISP_STREAM_STORE_H

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* What lies in front of the first 16 bytes that are aligned at `to`, and behind the
 * last, is stored as usual. */
static inline void aisp_stream_store(void *to, const void *from, int64_t n_bytes)
{
	uint8_t *y = (uint8_t *)to;
	const uint8_t *x = (const uint8_t *)from;
	int64_t i = 0;

#ifdef __SSE2__
	i = (int64_t)(-(uintptr_t)y & 15);
	i = i < n_bytes ? i : n_bytes;
	memcpy(y, x, (size_t)i);
	for (; i + 16 <= n_bytes; i += 16)
		_mm_stream_si128((__m128i *)(y + i),
				 _mm_loadu_si128((const __m128i *)(x + i)));
#endif
	memcpy(y + i, x + i, (size_t)(n_bytes - i));
}

/* Such stores obey no later release store without it. */
static inline void aisp_stream_end(void)
{
#ifdef __SSE2__
	_mm_sfence();
#endif
}

#endif
