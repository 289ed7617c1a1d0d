/* SPDX-License-Identifier: MIT
 *
 * peak_stream.c - read, copy, triad and fill (after McCalpin's STREAM), with
 * ordinary stores and with stores past the caches, which save reading the line
 * that is about to be overwritten.
 */
#include <string.h>

#include "peak_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>
#define REG "+v"
#elif defined(__aarch64__)
#define REG "+w"
#else
#define REG "+m"
#endif

/* Hides a value's origin, so that the compiler does not call memcpy() or memset(). */
#define KEEP(v)            __asm__ volatile("" : REG(v))
#define TARGET(isa)        __attribute__((target(isa)))
#define UNROLLED           _Pragma("GCC unroll 8") for (int j = 0; j < 8; j++)
#define VECTOR(type, size) __attribute__((vector_size(size), may_alias)) type

typedef VECTOR(float, 16) f32x4;

#define ORDINARY(p, v) (*(p) = (v))
#define NO_FENCE

#define READ(NAME, TGT, V)                                                             \
	TGT static void NAME(char *a, char *b, char *c, size_t n_bytes)                \
	{                                                                              \
		const V *p = (const V *)a;                                             \
		V sum[8] = { { 0 } };                                                  \
                                                                                       \
		(void)b, (void)c;                                                      \
		for (size_t i = 0; i < n_bytes / sizeof(V); i += 8)                    \
			UNROLLED sum[j] += p[i + j];                                   \
		UNROLLED KEEP(sum[j]);                                                 \
	}

#define WRITES(NAME, TGT, V, STORE, FENCE)                                             \
	TGT static void NAME##_copy(char *a, char *b, char *c, size_t n_bytes)         \
	{                                                                              \
		const V *p = (const V *)a;                                             \
		V *q = (V *)b;                                                         \
                                                                                       \
		(void)c;                                                               \
		for (size_t i = 0; i < n_bytes / sizeof(V); i += 8)                    \
			UNROLLED                                                       \
			{                                                              \
				V v = p[i + j];                                        \
				KEEP(v);                                               \
				STORE(q + i + j, v);                                   \
			}                                                              \
		FENCE;                                                                 \
	}                                                                              \
	TGT static void NAME##_triad(char *a, char *b, char *c, size_t n_bytes)        \
	{                                                                              \
		const V *p = (const V *)a, *q = (const V *)b;                          \
		V *r = (V *)c, s = (V){ 0 } + 3;                                       \
                                                                                       \
		for (size_t i = 0; i < n_bytes / sizeof(V); i += 8)                    \
			UNROLLED STORE(r + i + j, p[i + j] + s * q[i + j]);            \
		FENCE;                                                                 \
	}                                                                              \
	TGT static void NAME##_fill(char *a, char *b, char *c, size_t n_bytes)         \
	{                                                                              \
		V *p = (V *)a, s = (V){ 0 } + 3;                                       \
                                                                                       \
		(void)b, (void)c;                                                      \
		KEEP(s);                                                               \
		for (size_t i = 0; i < n_bytes / sizeof(V); i += 8)                    \
			UNROLLED STORE(p + i + j, s);                                  \
		FENCE;                                                                 \
	}

static void libc_copy(char *a, char *b, char *c, size_t n_bytes)
{
	(void)c;
	memcpy(b, a, n_bytes);
}

static void libc_fill(char *a, char *b, char *c, size_t n_bytes)
{
	(void)b, (void)c;
	memset(a, 1, n_bytes);
}

READ(base_read, , f32x4)
WRITES(base, , f32x4, ORDINARY, NO_FENCE)

#if defined(__x86_64__)

#define AVX2        TARGET("avx2")
#define AVX512      TARGET("avx512f")
#define NT256(p, v) _mm256_stream_ps((float *)(p), (__m256)(v))
#define NT512(p, v) _mm512_stream_ps((float *)(p), (__m512)(v))
#define NT128(p, v) _mm_stream_ps((float *)(p), (__m128)(v))

typedef VECTOR(float, 32) f32x8;
typedef VECTOR(float, 64) f32x16;

WRITES(base_nt, , f32x4, NT128, _mm_sfence())
READ(avx2_read, AVX2, f32x8)
WRITES(avx2, AVX2, f32x8, ORDINARY, NO_FENCE)
WRITES(avx2_nt, AVX2, f32x8, NT256, _mm_sfence())
READ(avx512_read, AVX512, f32x16)
WRITES(avx512, AVX512, f32x16, ORDINARY, NO_FENCE)
WRITES(avx512_nt, AVX512, f32x16, NT512, _mm_sfence())

const struct aisp_stream_kernel aisp_stream_kernels[] = {
	{ AISP_STREAM_READ, "avx512f", "avx512f", 0, avx512_read },
	{ AISP_STREAM_COPY, "avx512f", "avx512f", 0, avx512_copy },
	{ AISP_STREAM_TRIAD, "avx512f", "avx512f", 0, avx512_triad },
	{ AISP_STREAM_FILL, "avx512f", "avx512f", 0, avx512_fill },
	{ AISP_STREAM_COPY, "avx512f", "avx512f, nt", 1, avx512_nt_copy },
	{ AISP_STREAM_TRIAD, "avx512f", "avx512f, nt", 1, avx512_nt_triad },
	{ AISP_STREAM_FILL, "avx512f", "avx512f, nt", 1, avx512_nt_fill },
	{ AISP_STREAM_READ, "avx2", "avx2", 0, avx2_read },
	{ AISP_STREAM_COPY, "avx2", "avx2", 0, avx2_copy },
	{ AISP_STREAM_TRIAD, "avx2", "avx2", 0, avx2_triad },
	{ AISP_STREAM_FILL, "avx2", "avx2", 0, avx2_fill },
	{ AISP_STREAM_COPY, "avx2", "avx2, nt", 1, avx2_nt_copy },
	{ AISP_STREAM_TRIAD, "avx2", "avx2, nt", 1, avx2_nt_triad },
	{ AISP_STREAM_FILL, "avx2", "avx2, nt", 1, avx2_nt_fill },
	{ AISP_STREAM_COPY, NULL, "libc", 0, libc_copy },
	{ AISP_STREAM_FILL, NULL, "libc", 0, libc_fill },
	{ AISP_STREAM_READ, NULL, "sse2", 0, base_read },
	{ AISP_STREAM_COPY, NULL, "sse2", 0, base_copy },
	{ AISP_STREAM_TRIAD, NULL, "sse2", 0, base_triad },
	{ AISP_STREAM_FILL, NULL, "sse2", 0, base_fill },
	{ AISP_STREAM_COPY, NULL, "sse2, nt", 1, base_nt_copy },
	{ AISP_STREAM_TRIAD, NULL, "sse2, nt", 1, base_nt_triad },
	{ AISP_STREAM_FILL, NULL, "sse2, nt", 1, base_nt_fill },
	{ .run = NULL },
};

#else

const struct aisp_stream_kernel aisp_stream_kernels[] = {
	{ AISP_STREAM_READ, NULL, "128 bit", 0, base_read },
	{ AISP_STREAM_COPY, NULL, "128 bit", 0, base_copy },
	{ AISP_STREAM_TRIAD, NULL, "128 bit", 0, base_triad },
	{ AISP_STREAM_FILL, NULL, "128 bit", 0, base_fill },
	{ AISP_STREAM_COPY, NULL, "libc", 0, libc_copy },
	{ AISP_STREAM_FILL, NULL, "libc", 0, libc_fill },
	{ .run = NULL },
};

#endif
