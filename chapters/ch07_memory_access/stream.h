/* SPDX-License-Identifier: MIT
 *
 * Stores that do not read the line first: an ordinary store to a line outside
 * the caches fetches it from memory, only to overwrite it.  Where the compiler
 * has no such store it is an ordinary one.
 */
#ifndef STREAM_H
#define STREAM_H

#include "lanes.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* p is aligned to 16 bytes.  Fill whole cache lines, in order of addresses. */
static inline void stream4(float *p, float4 x)
{
#if defined(__SSE2__)
	_mm_stream_ps(p, (__m128)x);
#else
	*(float4_loose *)p = x;
#endif
}

/* Such stores obey no later release store without it. */
static inline void stream_end(void)
{
#if defined(__SSE2__)
	_mm_sfence();
#endif
}

#endif
